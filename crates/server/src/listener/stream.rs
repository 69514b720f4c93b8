//! The bytes of a connection: how many come and go is noted, and what comes after the end is thrown away.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::connections::Connection;

/// How much is thrown away before others have their turn, in buffers.
const BUFFERS: usize = 16;

/// The stream of a connection. When it is dropped the connection has ended.
pub(super) struct ConnectionStream {
    stream: TcpStream,
    connection: Arc<Connection>,
}

impl ConnectionStream {
    /// Takes over a stream.
    pub(super) fn new(stream: TcpStream, connection: Arc<Connection>) -> ConnectionStream {
        ConnectionStream { stream, connection }
    }

    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Ready(Ok(bytes)) => self.connection.has_written(Some(*bytes)),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => self.connection.has_written(None),
        }
        written
    }
}

impl Drop for ConnectionStream {
    fn drop(&mut self) {
        self.connection.leave();
    }
}

impl AsyncRead for ConnectionStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = ready!(Pin::new(&mut self.stream).poll_read(context, buffer));
        let bytes = buffer.filled().len() - before;
        if bytes > 0 {
            self.connection.has_read(bytes);
        }
        Poll::Ready(read)
    }
}

impl AsyncWrite for ConnectionStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.note(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    /// Ends what is sent. Whoever was refused while still sending would not hear why if the connection was
    /// broken off: what they send is thrown away until they end, or take too long.
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        if !self.connection.close() {
            return Poll::Ready(Ok(()));
        }
        let mut space = [0; 4096];
        for _ in 0..BUFFERS {
            let mut buffer = ReadBuf::new(&mut space);
            match ready!(Pin::new(&mut self.stream).poll_read(context, &mut buffer)) {
                Ok(()) if !buffer.filled().is_empty() => {}
                _ended => return Poll::Ready(Ok(())),
            }
        }
        context.waker().wake_by_ref();
        Poll::Pending
    }
}
