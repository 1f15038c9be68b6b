import { classes } from "#components/ui/classes.ts";
import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";

interface ProblemListProps {
  problems: readonly LocatedProblem[];
  /** `note`: nothing that keeps it from being proposed. */
  kind?: "error" | "note";
  onGo: (line: number) => void;
}

const LOOKS = {
  error: { label: "What is wrong", border: "border-l-bad", line: "text-bad" },
  note: { label: "Worth a second look", border: "border-l-medium", line: "text-medium" },
} as const;

/** What keeps the document from being proposed, or what its author wants to know: a line and a reason each; a click goes there. */
export function ProblemList({ problems, kind = "error", onGo }: ProblemListProps) {
  const look = LOOKS[kind];
  return (
    <ol aria-label={look.label} className="grid gap-1">
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.column} ${problem.message}`}>
          <button
            type="button"
            onClick={() => onGo(problem.line)}
            className={classes(
              "grid w-full grid-cols-[56px_minmax(0,1fr)] gap-2 rounded-md border border-l-[3px] bg-panel px-3 py-1.5 text-left hover:bg-hover",
              look.border,
            )}
          >
            <span className={classes("figures font-medium", look.line)}>line {problem.line}</span>
            <span className="min-w-0">
              <span className="[overflow-wrap:anywhere]">{problem.message}</span>
              {problem.path !== "" && (
                <code className="block text-xs text-ink-3 [overflow-wrap:anywhere]">{problem.path}</code>
              )}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
