"use client";
import { classes } from "#components/ui/classes.ts";

export const SIDES = ["both", "raw", "cleaned"] as const;
export type Sides = (typeof SIDES)[number];
const LABELS: Record<Sides, string> = { both: "Both", raw: "Raw", cleaned: "Cleaned" };

/** Which side is shown; on a phone two columns of text are none. */
export function SideChoice({ sides, onSides }: { sides: Sides; onSides: (sides: Sides) => void }) {
  return (
    <fieldset className="inline-flex overflow-hidden rounded-md border border-line-strong">
      <legend className="sr-only">Which text is shown</legend>
      {SIDES.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={sides === each}
          onClick={() => onSides(each)}
          className={classes(
            "h-7 px-2.5 text-sm font-medium not-first:border-l",
            sides === each ? "bg-accent-soft text-ink" : "text-ink-2 hover:bg-hover hover:text-ink",
          )}
        >
          {LABELS[each]}
        </button>
      ))}
    </fieldset>
  );
}

/** What stands in which column. */
export function SideHeads({ sides }: { sides: Sides }) {
  return (
    <div className="flex border-b text-sm text-ink-2">
      <span className="w-12 shrink-0" />
      {sides !== "cleaned" && (
        <h3 className={classes("flex-1 basis-0 px-2 py-1", sides === "both" && "border-r")}>
          <b className="font-semibold text-ink">Raw</b> what the tool returned
        </h3>
      )}
      {sides !== "raw" && (
        <h3 className="flex-1 basis-0 px-2 py-1">
          <b className="font-semibold text-ink">Cleaned</b> what the model saw
        </h3>
      )}
    </div>
  );
}
