//! How minimax and alpha-beta work: a small tree of a position, searched step by step.

use axum::Json;
use axum::extract::State;
use outflank_coach::{SmallTree, TreeOrder, TreeSize};

use super::{StudioState, text};
use crate::error::ApiError;
use crate::request::ApiJson;
use crate::seats::Viewer;
use crate::wire::Refusal;
use crate::wire::minimax::{TreeOrderWish, TreeView, TreeWish};

/// The default depth and breadth of a tree.
const USUAL: u32 = 3;

/// Builds a small game tree of a position and searches it by minimax and by alpha-beta, step by step.
#[utoipa::path(post, path = "/api/minimax", request_body = TreeWish, responses(
    (status = 200, body = TreeView), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub(super) async fn grow(
    State(studio): StudioState,
    viewer: Viewer,
    ApiJson(wish): ApiJson<TreeWish>,
) -> Result<Json<TreeView>, ApiError> {
    let position = text::parse(&wish.text)?.last_position();
    let depth = within("depth", wish.depth, TreeSize::DEEPEST)?;
    let widest = u32::try_from(TreeSize::WIDEST).unwrap_or(u32::MAX);
    let breadth = within("breadth", wish.breadth, widest)?;
    let order = match wish.order {
        None | Some(TreeOrderWish::Best) => TreeOrder::BestFirst,
        Some(TreeOrderWish::Worst) => TreeOrder::WorstFirst,
        Some(TreeOrderWish::Squares) => TreeOrder::Squares,
    };
    studio.require_not_in_contest(position, &viewer).await?;
    let size = TreeSize { depth, breadth: breadth as usize };
    Ok(Json(TreeView::of(&SmallTree::grow(position, size, order))))
}

/// Validates a size.
fn within(name: &str, value: Option<u32>, most: u32) -> Result<u32, ApiError> {
    match value.unwrap_or(USUAL) {
        value if (1..=most).contains(&value) => Ok(value),
        value => Err(ApiError::bad(format!("{name} {value} is not between 1 and {most}"))),
    }
}
