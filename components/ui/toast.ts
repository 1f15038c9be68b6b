import type { toast as Sonner } from "sonner";

type Toast = typeof Sonner;

/** What shows news is fetched with the first of it: most visits to a page decide nothing. */
let wanted = false;
/** The last news that nothing was there to show, in words. */
let untold = "";
const watchers = new Set<() => void>();
const { promise: shown, resolve: show } = Promise.withResolvers<Toast>();

/** Something was asked whose answer will be news: what shows it is fetched meanwhile. */
export function expectNews(): void {
  if (wanted) return;
  wanted = true;
  tellWatchers();
}

function tellWatchers(): void {
  for (const watcher of watchers) watcher();
}

function tell(news: (toast: Toast) => unknown, title?: unknown): void {
  expectNews();
  if (typeof title === "string") {
    untold = title;
    tellWatchers();
  }
  // News from before it stood on the page would be lost.
  void shown.then(news);
}

/** Short news of what a person just did. */
export const toast = Object.assign((...news: Parameters<Toast>) => tell((toast) => toast(...news), news[0]), {
  success: (...news: Parameters<Toast["success"]>) => tell((toast) => toast.success(...news), news[0]),
  error: (...news: Parameters<Toast["error"]>) => tell((toast) => toast.error(...news), news[0]),
  custom: (...news: Parameters<Toast["custom"]>) => tell((toast) => toast.custom(...news)),
  dismiss: (...news: Parameters<Toast["dismiss"]>) => tell((toast) => toast.dismiss(...news)),
});

/** For what shows it: whether there is any, and that it now stands on the page. */
export const newsDesk = {
  watch: (watcher: () => void) => {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
  isWanted: () => wanted,
  lastUntold: () => untold,
  open: show,
};
