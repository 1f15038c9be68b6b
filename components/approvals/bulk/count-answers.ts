import type { TogetherAnswer } from "#lib/approvals/bulk/decide-together.ts";

/** "5 approved, 1 drill, 2 not decided." */
export function countAnswers(answers: readonly TogetherAnswer[]): string {
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(wordOf(answer), (counts.get(wordOf(answer)) ?? 0) + 1);
  return `${[...counts].map(([word, count]) => `${count} ${word}`).join(", ")}.`;
}

function wordOf(answer: TogetherAnswer): string {
  if (!answer.ok) return "not decided by you";
  if (answer.status === "drill") return "drill";
  return answer.status === "rejected" ? "rejected" : "approved";
}
