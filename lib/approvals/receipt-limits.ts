/** What a receipt may hold; more of it would have the whole yes refused, and an agent chooses how its arguments are called. */
export const MOST_NAMES = 1_000;
export const LONGEST_NAME = 1_000;
