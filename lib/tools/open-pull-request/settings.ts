export const FORGES = ["github", "gitea", "gitlab"] as const;

/** Which forge's interface is spoken, and where. */
export interface ForgeSettings {
  readonly forge: (typeof FORGES)[number];
  readonly host: string;
}
