/** What an agent may be called; the database holds the same rule. Two words are no keys of a policy's text, so it could not name such an agent. */
export const AGENT_NAME = /^(?!(?:constructor|prototype)$)[a-z0-9][a-z0-9_-]{0,62}$/;
