/** The types that tables are mostly made of; of any other the server's number is told. */
const NAMES: ReadonlyMap<number, string> = new Map([
  [16, "boolean"],
  [17, "bytea"],
  [20, "bigint"],
  [21, "smallint"],
  [23, "integer"],
  [25, "text"],
  [114, "json"],
  [700, "real"],
  [701, "double precision"],
  [1042, "character"],
  [1043, "varchar"],
  [1082, "date"],
  [1083, "time"],
  [1114, "timestamp"],
  [1184, "timestamptz"],
  [1186, "interval"],
  [1700, "numeric"],
  [2950, "uuid"],
  [3802, "jsonb"],
]);

export function typeName(oid: number): string {
  return NAMES.get(oid) ?? `oid ${oid}`;
}
