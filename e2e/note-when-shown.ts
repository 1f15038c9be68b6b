import type { Page } from "playwright/test";

/** Something that will stand on a page: where, and in which words. */
export interface Expected {
  readonly selector: string;
  readonly words: string;
}

/**
 * When each of them first stood on the page, in milliseconds since 1970. The page itself looks, after every change and not at intervals, so
 * the figure has no waiting of the test in it. A page that is loaded anew while it is watched never answers.
 */
export function noteWhenShown<Name extends string>(
  page: Page,
  expected: Readonly<Record<Name, Expected>>,
): Promise<Record<Name, number>> {
  return page.evaluate(
    (wanted) =>
      new Promise<Record<string, number>>((resolve) => {
        const seen: Record<string, number> = {};
        const look = () => {
          for (const [name, { selector, words }] of Object.entries(wanted)) {
            const texts = [...document.querySelectorAll(selector)].map(({ textContent }) => textContent ?? "");
            if (!(name in seen) && texts.some((text) => new RegExp(words).test(text))) seen[name] = Date.now();
          }
          if (Object.keys(seen).length < Object.keys(wanted).length) return;
          changes.disconnect();
          resolve(seen);
        };
        const changes = new MutationObserver(look);
        changes.observe(document.body, { subtree: true, childList: true, characterData: true });
        look();
      }),
    expected as Readonly<Record<string, Expected>>,
  ) as Promise<Record<Name, number>>;
}
