import { holdsMarker } from "#lib/sanitise/find-marker.ts";
import { failure } from "../failures/failure.ts";

/**
 * A mark of the cleaner in new content means that the writer works from a cleaned copy, and that saving it would replace the
 * real thing with our mark. Such a call is refused before it gets here; this holds for a tool that is run in another way.
 */
export function refuseCleanerMark(content: string): void {
  if (holdsMarker(content)) {
    throw failure(
      "cleaned_copy",
      "The content holds a mark (⟦…⟧) in place of something removed; write the original text.",
    );
  }
}
