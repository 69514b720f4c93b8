//! The report as one page that needs nothing else.
use crate::tournament::{plan::Plan, results::Results, summary::Summary};
pub(super) fn write(_plan: &Plan, _results: &Results, summary: &Summary) -> String {
    format!("<pre>{summary}</pre>")
}
