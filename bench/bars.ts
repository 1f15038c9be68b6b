/**
 * What the product promises about speed, all in one place. A bar is the least that the ratio of the medians, work to
 * baseline, may be; a metric without one is shown and cannot fail.
 */
export const BARS: Readonly<Record<string, number>> = {
  // Asking, deciding and auditing a call (three free calls to each held one) against a bare insert of the same input.
  "db ask.mix.8": 0.35,
  // With a million old calls in the tables, within 1.25 times of the empty ones: 1 / 1.25.
  "db history.ask.mix.8": 0.8,
  "db history.claim_complete.8": 0.8,
  // A definition of 4 KB is scanned in two milliseconds, or less.
  "scan cost.4kb": 1,
  // On the repository's own rows: as many of each family held, and honest ones passed, as is promised.
  "scan own.recall.hidden-unicode": 1,
  "scan own.recall.homoglyph-name": 1,
  "scan own.recall.override": 1,
  "scan own.recall.role-token": 1,
  "scan own.recall.concealment": 1,
  "scan own.recall.data-lure": 1,
  "scan own.recall.exfil-url": 1,
  "scan own.honest.pass": 1,
  // All of cleaning, beside programs that do a part of it: three times secretlint, 0.15 of the quickest stripper of colours.
  "clean mixed.secretlint": 3,
  "clean mixed.strip-ansi": 0.15,
  // The worst that can be sent is cleaned at a tenth of the speed of mixed text, or more.
  "clean hostile.worst": 0.1,
  // Fifty megabytes take fifty times what one takes: at least half of the speed of a short text.
  "clean linear.50mb": 0.5,
  // A gigabyte goes through in 256 MB or less.
  "clean stream.1gb": 1,
  // Of plain sentences that drop earlier orders, twice what a reader of the usual expressions finds, with fewer false alarms than it.
  "clean kept.beside.override": 2,
  "clean kept.beside.silence": 1,
  // What hides in characters and escapes, and well-formed credentials, on rows that were kept back.
  "clean kept.recall.hidden-unicode": 1,
  "clean kept.recall.escape": 1,
  "clean kept.recall.credential": 1,
  "clean kept.recall.credential-inband": 1,
  "clean kept.recall.credential-split": 1,
  // With a hundred profiles' rules, ninety-nine of a hundred decisions take a millisecond or less.
  "policy decision.p99": 1,
  // A thousand times as many agents, tools and profiles may cost as many times more as their logarithm has grown: 4, so 1 / 4.
  "policy decision.growth": 0.25,
  // A hundred thousand calls are rehearsed in thirty seconds, reading them included; also where every one is counted and looked at.
  "policy rehearsal.classes": 1,
  "policy rehearsal.counting": 1,
  // With 10,000 tools and 50,000 versions, within 1.5 times of 100 tools: 1 / 1.5.
  "registry list.first": 0.667,
  "registry search.word": 0.667,
  "registry search.common": 0.667,
  "registry search.hash": 0.667,
  // With 10,000 waiting calls among a million old ones, within 1.5 times of 100 waiting: 1 / 1.5.
  "inbox list.first": 0.667,
  "inbox list.next": 0.667,
  // Its page's scripts, compressed, are 200 KB or less.
  "inbox scripts.promised": 1,
  // A sandbox made for its call takes at most 1.5 times what bubblewrap alone takes with the same program: 1 / 1.5.
  "sandbox cold.true": 0.667,
  "sandbox cold.node": 0.667,
  // One that stood ready takes at most 0.15 of what a fresh bubblewrap with Node takes: 1 / 0.15.
  "sandbox warm.node": 6.667,
  // Asking over HTTP until it is decided and on record, beside a route of the same server that does nothing.
  "gateway decided.8": 0.3,
  // The same over MCP, beside our own HTTP.
  "gateway mcp.decided.8": 0.6,
  // From claimable to started in 15 milliseconds, or less, half of the time.
  "sandbox start": 1,
  // Fifty calls a second of a tool of 20 ms for as long as they come: answered as they come, in memory that does not grow by more
  // than 15 %. Of a program of that length, and of a bundle, which has the start of a Node before it.
  "sandbox sustained.command": 1,
  "sandbox sustained.command.answered": 0.97,
  "sandbox sustained.command.memory": 0.87,
  "sandbox sustained.bundle": 1,
  "sandbox sustained.bundle.answered": 0.97,
  "sandbox sustained.bundle.memory": 0.87,
  // Looking at 10,000 agents again, after a hundredth of a million calls is new, costs at most 0.05 of the first look: 1 / 0.05.
  "trust look.second": 20,
};

export function barOf(bench: string, metric: string): number | null {
  return BARS[`${bench} ${metric}`] ?? null;
}
