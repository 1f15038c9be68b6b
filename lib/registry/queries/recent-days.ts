/** A tool's page counts calls as far back as this: a count of all time would grow slower with every call. */
export const RECENT_DAYS = 30;
