// What is said of the steps of a search.

import { signed } from "../i18n/catalogue";
import type { TreeNode, TreeStep } from "../minimax/replay";
import { other, type Side } from "../board/state";
import { t } from "./preferences.svelte";

const moveName = (move: string | null | undefined) => (move === "pass" ? t("pass") : (move ?? ""));

/** Says what a step does and who assumes what; `side` is to move at the root. */
export function stepText(nodes: readonly TreeNode[], step: TreeStep, side: Side): string {
  const node = nodes[step.node]!;
  const values = {
    side: t(side),
    other: t(other(side)),
    move: moveName(node.move),
    child: moveName(nodes[step.child ?? -1]?.move),
    value: signed(step.value ?? 0),
    alpha: signed(step.alpha ?? 0),
    beta: signed(step.beta ?? 0),
    n: step.skipped.length,
  };
  const who = node.maximizes ? "Max" : "Min";
  switch (step.kind) {
    case "enter":
      if (step.node === 0) return t("mmEnterRoot", values);
      return node.children.length === 0 ? t("mmEnterLeaf", values) : t(`mmEnter${who}`, values);
    case "evaluate":
      return t("mmEvaluate", values);
    case "improve":
      return t(`mmImprove${who}`, values);
    case "reject":
      return t(`mmReject${who}`, values);
    case "cut":
      return t(`mmCut${who}`, values);
    case "leave":
      if (step.node === 0) return t("mmLeaveRoot", values);
      if (step.bound === "exact") return t(`mmLeave${who}`, values);
      return t(step.bound === "lower" ? "mmLeaveAtLeast" : "mmLeaveAtMost", values);
  }
}
