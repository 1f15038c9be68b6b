/** A score as it is written everywhere. */
export function scoreWords(score: number): string {
  return score.toFixed(2);
}

/** How it moved in a week; what is less than a hundredth did not move. */
export function trendWords(trend: number | undefined): { mark: "▲" | "▼" | ""; words: string } {
  if (trend === undefined || Math.abs(trend) < 0.005) return { mark: "", words: "as a week ago" };
  return trend > 0
    ? { mark: "▲", words: `up ${trend.toFixed(2)} in a week` }
    : { mark: "▼", words: `down ${Math.abs(trend).toFixed(2)} in a week` };
}

const SCOPES: Readonly<Record<string, string>> = {
  all: "overall",
  file_system: "files",
  code_execution: "code",
  version_control: "git",
  web: "web",
  database: "database",
  terminal: "terminal",
  design: "design",
  communication: "comms",
  analytics: "analytics",
  deployment: "deploy",
  memory: "memory",
  mcp: "mcp",
};

/** A scope in as few letters as people read it in. */
export function scopeWords(scope: string): string {
  return SCOPES[scope] ?? scope;
}

const KINDS: Readonly<Record<string, string>> = {
  person: "by a person",
  start: "where it starts",
  earned: "earned",
  idle: "idle",
  error_rate: "too many errors",
  re_verification: "not shown again",
  minor_incidents: "minor incidents",
  critical_incident: "critical incident",
};

export function kindWords(kind: string): string {
  return KINDS[kind] ?? kind;
}
