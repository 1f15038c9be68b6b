import { classes } from "#components/ui/classes.ts";
import type { RehearsedTransition } from "#lib/policy/rehearsal/rehearsal-result.ts";
import { isSame, type Transition, transitionWords } from "./stance-words.ts";

interface TransitionTilesProps {
  transitions: readonly RehearsedTransition[];
  chosen: Transition | null;
  onChoose: (transition: Transition | null) => void;
}

/** What would change into what, as filters of the table below. What gets looser says so in a word and stands first. */
export function TransitionTiles({ transitions, chosen, onChoose }: TransitionTilesProps) {
  return (
    <div className="mb-3 flex flex-wrap gap-1.5">
      {transitions.map((transition) => {
        const pressed = chosen !== null && isSame(chosen, transition);
        return (
          <button
            key={transitionWords(transition)}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChoose(pressed ? null : transition)}
            className={classes(
              "inline-flex h-7 shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border px-2.5 text-ink-2 max-md:h-9 max-md:px-3",
              pressed ? "border-accent bg-accent-soft" : "bg-panel hover:bg-hover",
            )}
          >
            <b className="figures font-semibold text-ink">{transition.calls.toLocaleString("en-GB")}</b>
            {transitionWords(transition)}
            {transition.looser && <b className="font-semibold text-high">▲ looser</b>}
          </button>
        );
      })}
    </div>
  );
}
