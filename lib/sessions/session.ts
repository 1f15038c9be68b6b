import type { Role } from "#lib/policy/vocabulary.ts";

/** A live session, as the database proved it for this request. */
export interface Session {
  /** The opaque token; functions take it to prove who acts. It never reaches the browser's scripts. */
  readonly token: string;
  readonly sessionId: string;
  readonly personId: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
}

/** What a page may know of the person it is made for. */
export type Viewer = Pick<Session, "personId" | "name" | "email" | "role">;
