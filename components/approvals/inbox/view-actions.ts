import type { SavedView } from "#lib/approvals/views/save-view.ts";
import type { Outcome } from "#lib/errors/outcome.ts";

export interface ViewActions {
  readonly saveView: (view: SavedView) => Promise<Outcome<null>>;
  readonly removeView: (view: { id: string }) => Promise<Outcome<null>>;
}
