const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Ids come out of addresses; what is not one names nothing, and need not be asked for. */
export function isUuid(value: string): boolean {
  return UUID.test(value);
}
