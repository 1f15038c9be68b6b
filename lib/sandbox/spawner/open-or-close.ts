import { closeSync } from "node:fs";

/**
 * What `open` answers. Where it fails, as it does when we have no number left for one more descriptor, those that were opened for
 * the same purpose are closed: nobody knows of them, and each call that is refused would leave us with fewer.
 */
export function openOrClose<Opened>(before: readonly number[], open: () => Opened): Opened {
  try {
    return open();
  } catch (error) {
    for (const descriptor of before) closeSync(descriptor);
    throw error;
  }
}
