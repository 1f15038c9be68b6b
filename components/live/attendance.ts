/** Written in the browser, read by the server (app/server/session.ts). Nothing secret: whoever sets it only ends a session sooner. */
export const UNATTENDED_COOKIE = "airlock.unattended";

const DAY_SECONDS = 24 * 60 * 60;

/**
 * Against a tab that was left open: when a page is painted anew by itself, the server is asked as it is for a click, and for as long as anything
 * happens somewhere the session would stay alive. So before each such painting it is said whether anybody touched the page since the one before.
 */
export interface Attendance {
  /** Somebody is there. */
  touch(): void;
  /** The page is about to be painted, and nobody asked for it. */
  beforePainting(): void;
}

export function openAttendance(jar: { cookie: string }): Attendance {
  let touched = true;
  const write = (value: string, seconds: number) => {
    jar.cookie = `${UNATTENDED_COOKIE}=${value}; path=/; max-age=${seconds}; samesite=lax`;
  };
  return {
    touch: () => {
      touched = true;
      // Perhaps another tab's: the person who is here now is the same.
      if (jar.cookie.includes(`${UNATTENDED_COOKIE}=1`)) write("", 0);
    },
    beforePainting: () => {
      if (!touched) write("1", DAY_SECONDS);
      touched = false;
    },
  };
}

let ofThisPage: Attendance | undefined;

/** Only in the browser. */
export function attendance(): Attendance {
  ofThisPage ??= openAttendance(document);
  return ofThisPage;
}
