/** What a tab, its icon and a message of the browser say. Numbers only: what waits is seen on the page, behind a session. */

const COUNTED = /^\(\d+\+?\) /;

/** The page's title with the number before it, whatever number it had. */
export function titleWithCount(title: string, count: number): string {
  const plain = title.replace(COUNTED, "");
  return count > 0 ? `(${shortCount(count)}) ${plain}` : plain;
}

export function shortCount(count: number): string {
  return count > 99 ? "99+" : String(count);
}

export interface NewsMessage {
  readonly title: string;
  readonly body: string;
}

/** Nothing, when nothing came: fewer than before is no news. */
export function messageFor(before: number, now: number): NewsMessage | undefined {
  if (now <= before) return undefined;
  const more = now - before;
  return {
    title: more === 1 ? "Something waits for you" : `${more} things wait for you`,
    body: now === more ? "Open Airlock to decide." : `${now} wait in all. Open Airlock to decide.`,
  };
}

/** The brand's mark with the number on it, as the address of an image. */
export function badgedIcon(
  count: number,
  colours: { readonly mark: string; readonly badge: string; readonly ink: string },
): string {
  const text = shortCount(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="${colours.mark}" stroke-width="1.7"><rect x="1.9" y="2.4" width="16.2" height="15.2" rx="3.2"/><path d="M7 2.4v15.2M13 2.4v15.2"/><g stroke="none"><rect x="${text.length > 1 ? 5 : 9}" y="9" width="${text.length > 1 ? 15 : 11}" height="11" rx="5.5" fill="${colours.badge}"/><text x="${text.length > 1 ? 12.5 : 14.5}" y="17.6" font-family="sans-serif" font-weight="700" font-size="${text.length > 2 ? 7 : 9}" text-anchor="middle" fill="${colours.ink}">${text}</text></g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
