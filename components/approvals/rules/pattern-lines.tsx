import { VisibleText } from "#components/untrusted/visible-text.tsx";
import { describePattern } from "#lib/approvals/rules/describe-pattern.ts";
import type { RulePattern } from "#lib/approvals/rules/rule-pattern.ts";

/** Which calls a rule is for, one line an argument. Names and values are an agent's own. */
export function PatternLines({ pattern }: { pattern: RulePattern }) {
  return (
    <ul className="mt-0.5 grid gap-0.5 text-sm">
      {describePattern(pattern).map(({ name, word, value }) => (
        <li key={name ?? word}>
          {name !== null && (
            <span className="font-mono">
              <VisibleText text={name} />{" "}
            </span>
          )}
          <span className="text-ink-2">{word}</span>
          {value !== null && (
            <span className="font-mono">
              {" "}
              <VisibleText text={value} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
