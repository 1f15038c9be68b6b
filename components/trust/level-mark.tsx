import { classes } from "#components/ui/classes.ts";
import type { AccessLevel } from "#lib/policy/vocabulary.ts";

const RANKS: Readonly<Record<AccessLevel, number>> = {
  sandboxed: 1,
  restricted: 2,
  standard: 3,
  elevated: 4,
  custom: 0,
};

/** A level as a word and as four steps, so that a matrix can be read without reading. */
export function LevelMark({ level, narrowed }: { level: AccessLevel; narrowed?: boolean }) {
  const rank = RANKS[level];
  return (
    <span className={classes("inline-flex items-center gap-1.5 whitespace-nowrap", narrowed && "text-ink-3")}>
      <span aria-hidden className="inline-flex items-end gap-px">
        {[1, 2, 3, 4].map((step) => (
          <span
            key={step}
            className={classes(
              "w-[3px] rounded-[1px]",
              step <= rank ? (rank === 4 ? "bg-dual" : "bg-accent") : "bg-line-strong",
              ["h-1.5", "h-2", "h-2.5", "h-3"][step - 1],
            )}
          />
        ))}
      </span>
      {level}
    </span>
  );
}
