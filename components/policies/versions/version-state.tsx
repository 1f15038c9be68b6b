import { Chip, type Tone } from "#components/ui/chip.tsx";
import { explainState, type PolicyVersionState } from "#lib/policy/versions/policy-version.ts";

const LOOKS: Record<PolicyVersionState, readonly [mark: string, tone: Tone]> = {
  "in force": ["●", "ok"],
  proposed: ["◐", "medium"],
  replaced: ["○", "plain"],
  rejected: ["✕", "bad"],
  expired: ["○", "plain"],
  void: ["○", "plain"],
};

/** How a version stands, by mark, word and colour; the sentence behind it on hover. */
export function VersionState({ state }: { state: PolicyVersionState }) {
  const [mark, tone] = LOOKS[state];
  return (
    <span title={explainState(state)}>
      <Chip tone={tone}>
        <span aria-hidden>{mark}</span>
        {state}
      </Chip>
    </span>
  );
}
