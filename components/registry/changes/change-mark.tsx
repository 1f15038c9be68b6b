import type { ChangeSeverity } from "#lib/registry/drift/change.ts";

const LOOKS: Record<ChangeSeverity, { colour: string; shape: string }> = {
  info: { colour: "text-ink-2", shape: "○" },
  review: { colour: "text-medium", shape: "◐" },
  critical: { colour: "text-bad", shape: "◆" },
};

/** How grave a change is, by shape, colour and word. */
export function ChangeMark({ severity }: { severity: ChangeSeverity }) {
  const { colour, shape } = LOOKS[severity];
  return (
    <span className={`whitespace-nowrap font-medium ${colour}`}>
      <span aria-hidden>{shape}</span> {severity}
    </span>
  );
}
