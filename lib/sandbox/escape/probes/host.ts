import type { Architecture } from "#lib/sandbox/seccomp/syscalls.ts";

/** What stands on the host for probes to reach; everything that could be found carries the mark. */
export interface Host {
  readonly architecture: Architecture;
  readonly mark: string;
  readonly hostName: string;
  /** Readable by everybody, and named by no policy. */
  readonly secret: string;
  readonly privateFolder: string;
  /** In the dispatcher's own directory, and in another agent's workspace. */
  readonly stateSecret: string;
  readonly neighbourSecret: string;
  /** Owned by root with the set-user bit, printing who it runs as; none where there is no root to make it. */
  readonly setUserProgram: string | null;
  /** Of the same user as the dispatcher; the mark is in its environment, its command line and its directory. */
  readonly victim: number;
  /** Descriptors that the dispatcher holds open by mistake: the root directory, and a file with the mark. */
  readonly leaked: { readonly root: number; readonly file: number; readonly path: string };
  readonly sockets: { readonly path: string; readonly abstract: string };
  readonly ports: { readonly v4: number; readonly v6: number | null };
  /** Of a shared memory segment, a semaphore and a message queue; and the name of a POSIX queue. */
  readonly ipcKey: number;
  readonly queue: string;
}
