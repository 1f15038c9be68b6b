import type { LocatedProblem } from "#lib/policy/document/policy-problem.ts";

/** What keeps the document from being proposed: a line and a reason each; a click goes there. */
export function ProblemList({ problems, onGo }: { problems: readonly LocatedProblem[]; onGo: (line: number) => void }) {
  return (
    <ol aria-label="What is wrong" className="grid gap-1">
      {problems.map((problem) => (
        <li key={`${problem.line} ${problem.column} ${problem.message}`}>
          <button
            type="button"
            onClick={() => onGo(problem.line)}
            className="grid w-full grid-cols-[56px_minmax(0,1fr)] gap-2 rounded-md border border-l-[3px] border-l-bad bg-panel px-3 py-1.5 text-left hover:bg-hover"
          >
            <span className="figures font-medium text-bad">line {problem.line}</span>
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
