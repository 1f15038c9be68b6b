/** What a person set for this browser. Cookies, so that the server paints it right the first time; nothing secret in them. */
export const PREFERENCES = {
  theme: ["system", "light", "dark"],
  rail: ["open", "collapsed"],
  shortcuts: ["on", "off"],
  news: ["off", "on"],
  sound: ["off", "on"],
} as const;

export type Preference = keyof typeof PREFERENCES;
export type PreferenceValue<P extends Preference> = (typeof PREFERENCES)[P][number];
export type Theme = PreferenceValue<"theme">;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function preferenceCookie(preference: Preference): string {
  return `airlock.${preference}`;
}

/** The stored value if it is one of the known ones, else the first. */
export function parsePreference<P extends Preference>(preference: P, stored: string | undefined): PreferenceValue<P> {
  const values: readonly PreferenceValue<P>[] = PREFERENCES[preference];
  const [first] = values;
  const known = values.find((value) => value === stored) ?? first;
  if (known === undefined) throw new Error(`${preference} has no values.`);
  return known;
}

/** Only in the browser. */
export function rememberPreference<P extends Preference>(preference: P, value: PreferenceValue<P>): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser, and needs TLS.
  document.cookie = `${preferenceCookie(preference)}=${value}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
}

export function applyTheme(theme: Theme): void {
  rememberPreference("theme", theme);
  document.documentElement.dataset.theme = theme;
}
