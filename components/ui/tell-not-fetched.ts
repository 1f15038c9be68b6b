import { toast } from "./toast.ts";

/** For what has no place on the page where it could say so. */
export function tellNotFetched(): void {
  toast.error("This could not be fetched. Try again; if it stays so, reload the page.");
}
