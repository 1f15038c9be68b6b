import type { Place } from "./connect.ts";

/** Which server and database, as the contract fixes it; never an argument of a call. */
export interface DatabaseSettings {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly tls: boolean;
  /** Trust the authorities in the kept secret `database.ca`, instead of the system's. */
  readonly ca: boolean;
}

export function placeOf({ host, port, database, tls }: DatabaseSettings, ca: string | undefined): Place {
  return { host, port, database, tls, ...(ca === undefined ? {} : { ca }) };
}
