import { failure } from "../failures/failure.ts";

/** Where forges and their bots begin a line, after white space and quotation marks of any kind. */
const ORDER = /(?:^|[\r\n\v\f\u0085\u2028\u2029])[\s>*+-]*(\/[a-z][\w-]*)/iu;

/**
 * Against: a text that acts. GitLab carries out lines of a description such as `/merge` or `/assign @somebody` with the rights of whoever wrote it, and bots
 * of the other forges do the same. Nobody approved that, and changing the text would send what nobody approved either.
 */
export function refuseOrders(text: string): void {
  const [, order] = ORDER.exec(text) ?? [];
  if (order !== undefined) {
    throw failure(
      "order_refused",
      `A line begins with '${order.slice(0, 40)}', which the forge may carry out. Put it in backticks or after a word.`,
    );
  }
}
