import { isUuid } from "#db/is-uuid.ts";

/** Where a page of the inbox ended: the last row's own place in the order, so that what is decided meanwhile moves nothing. */
export interface InboxPlace {
  readonly rank: number;
  /** To the microsecond, as the database has it: a Date would round it, and a row would be listed twice or not at all. */
  readonly at: string;
  readonly id: string;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/;

export function placeAfter({ rank, at, id }: InboxPlace): string {
  return `${rank}_${at}_${id}`;
}

/** Undefined when it is no place. */
export function parsePlace(text: string): InboxPlace | undefined {
  const [rank, at, id, ...more] = text.split("_");
  if (!rank || !at || !id || more.length > 0) return undefined;
  return /^\d$/.test(rank) && TIME.test(at) && !Number.isNaN(Date.parse(at)) && isUuid(id)
    ? { rank: Number(rank), at, id }
    : undefined;
}
