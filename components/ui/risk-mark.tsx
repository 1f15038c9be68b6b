import type { Tier } from "#lib/policy/vocabulary.ts";

const COLOURS: Record<Tier, string> = { low: "text-low", medium: "text-medium", high: "text-high", dual: "text-dual" };
const WORDS: Record<Tier, string> = { low: "low", medium: "medium", high: "high", dual: "two people" };

export function tierWord(tier: Tier): string {
  return WORDS[tier];
}

/** Low is a ring, medium half a disc, high a disc, two people a diamond: readable without colour. */
export function RiskMark({ tier, size = 14, word = false }: { tier: Tier; size?: number; word?: boolean }) {
  return (
    <span className={`inline-flex shrink-0 items-center gap-1.5 ${COLOURS[tier]}`}>
      <svg width={size} height={size} viewBox="0 0 14 14" role="img" aria-label={`risk: ${WORDS[tier]}`}>
        {tier === "dual" ? (
          <path d="M7 0.8 13.2 7 7 13.2 0.8 7Z" fill="currentColor" />
        ) : (
          <circle
            cx="7"
            cy="7"
            r="5"
            stroke="currentColor"
            strokeWidth="1.6"
            fill={tier === "high" ? "currentColor" : "none"}
          />
        )}
        {tier === "medium" && <path d="M7 2a5 5 0 0 0 0 10Z" fill="currentColor" />}
      </svg>
      {word && <span>{WORDS[tier]}</span>}
    </span>
  );
}
