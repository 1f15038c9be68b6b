/** How many calls one act decides at the most; the database holds the same. */
export const MOST_APPROVED_TOGETHER = 25;
export const MOST_REJECTED_TOGETHER = 200;
