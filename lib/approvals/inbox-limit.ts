/** What an inbox shows at once: more than anybody looks at. If more wait, the page says so; the gravest are shown. */
export const INBOX_MOST = 500;
