/** What one call may do on the network. Generous for a tool, small for a leak. */
export interface EgressLimits {
  /** Connections and requests, refused ones too; also the length of the record. */
  readonly entries: number;
  /** Of everything sent and received. */
  readonly bytes: number;
  /** Connections to the outside that are open at the same time. */
  readonly openAtOnce: number;
  /** Names that are looked up at the same time. */
  readonly lookupsAtOnce: number;
  /** How long a connection may stand without a byte either way. */
  readonly idleMs: number;
}

export const CALL_LIMITS: EgressLimits = {
  entries: 256,
  bytes: 64 * 1_048_576,
  openAtOnce: 32,
  lookupsAtOnce: 1,
  idleMs: 120_000,
};

/** Of all calls of a process together. */
export const LOOKUPS_AT_ONCE = 6;

/** libuv lets half of its threads look names up: so many leave two for what the process itself connects to. */
export const LIBUV_THREADS = 2 * (LOOKUPS_AT_ONCE + 2);
