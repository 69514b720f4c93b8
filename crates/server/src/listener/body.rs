//! Bodies that tell their connection when they have ended.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use hyper::body::Incoming;

use super::connections::Connection;

/// The body of a request.
pub(super) struct RequestBody {
    body: Incoming,
    is_whole: bool,
    connection: Arc<Connection>,
}

impl RequestBody {
    /// Takes over a body.
    pub(super) fn new(body: Incoming, connection: Arc<Connection>) -> RequestBody {
        RequestBody { is_whole: body.is_end_stream(), body, connection }
    }
}

impl HttpBody for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.is_whole = true;
            self.connection.end_body(true);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        self.connection.end_body(self.is_whole);
    }
}

/// The body of an answer.
pub(super) struct ResponseBody {
    body: Body,
    connection: Arc<Connection>,
}

impl ResponseBody {
    /// Takes over a body.
    pub(super) fn new(body: Body, connection: Arc<Connection>) -> ResponseBody {
        ResponseBody { body, connection }
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for ResponseBody {
    fn drop(&mut self) {
        self.connection.end_answer();
    }
}
