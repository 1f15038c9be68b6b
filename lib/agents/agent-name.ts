/** What an agent may be called; the database holds the same rule. */
export const AGENT_NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;
