/** Words and figures for time. Pure: the clock is an argument. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export function timeAgo(at: number, now: number): string {
  const age = now - at;
  if (age < 5 * SECOND) return "just now";
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  const days = Math.floor(age / DAY);
  return days < 60 ? `${days} d ago` : `${Math.floor(days / 30)} mo ago`;
}

/** `04:12`, `1 h 05`, `3 d`; always at most six characters, so that a column can be set once. */
export function timeLeft(until: number, now: number): string {
  const left = until - now;
  if (left <= 0) return "00:00";
  if (left < HOUR) return `${pad(Math.floor(left / MINUTE))}:${pad(Math.floor((left % MINUTE) / SECOND))}`;
  if (left < DAY) return `${Math.floor(left / HOUR)} h ${pad(Math.floor((left % HOUR) / MINUTE))}`;
  return `${Math.floor(left / DAY)} d`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < SECOND) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < MINUTE) return `${(milliseconds / SECOND).toFixed(2)} s`;
  if (milliseconds < HOUR)
    return `${Math.floor(milliseconds / MINUTE)} min ${Math.floor((milliseconds % MINUTE) / SECOND)} s`;
  return `${Math.floor(milliseconds / HOUR)} h ${Math.floor((milliseconds % HOUR) / MINUTE)} min`;
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
