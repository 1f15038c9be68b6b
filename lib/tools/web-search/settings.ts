export const SEARCH_PROVIDERS = ["searxng", "brave"] as const;

/** Which service is asked; its key goes along as the provider wants it. */
export interface SearchSettings {
  readonly provider: (typeof SEARCH_PROVIDERS)[number];
  readonly host: string;
}

/** How each provider takes its key. */
export const KEY_HEADER: Readonly<Record<SearchSettings["provider"], { header: string; prefix: string }>> = {
  searxng: { header: "authorization", prefix: "Bearer " },
  brave: { header: "x-subscription-token", prefix: "" },
};
