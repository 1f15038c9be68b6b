/** A filter of the inbox under a name. */
export interface InboxView {
  readonly id: string;
  readonly name: string;
  /** As `inboxQuery` writes it. */
  readonly query: string;
  readonly shared: boolean;
  /** Whose it is, where it is somebody else's. */
  readonly by: string | null;
  readonly mayRemove: boolean;
}
