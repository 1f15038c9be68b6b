/**
 * Rows as JSON would carry them: times become ISO strings. The same shape then reaches a server component, a browser
 * that reads a route, and a test. (The driver gives Date objects for timestamps; row types here name what comes out.)
 */
export function plainRows<T>(rows: Iterable<T>): T[] {
  return JSON.parse(JSON.stringify([...rows])) as T[];
}
