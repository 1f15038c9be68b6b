import { findInArguments } from "#lib/approvals/arguments/argument-findings.ts";
import { judgeMcpResult } from "#lib/dispatch/judge-mcp-result.ts";
import { judgeJson, judgeSaid, judgeWords } from "#lib/dispatch/judge-said.ts";
import { examineTool } from "#lib/registry/mcp/examine-listing.ts";
import { prepareRegistration } from "#lib/registry/prepare-registration.ts";
import { scoreTexts } from "#lib/sanitise/scorecard/score-texts.ts";
import { tryCleaner } from "#lib/sanitise/trial/try-cleaner.ts";
import { argumentAlarmOf } from "./read-arguments.ts";

/** What a thread can be asked for: functions of plain values, whose values are plain too. */
export const JOBS = {
  ...{ judgeSaid, judgeJson, judgeWords, judgeMcpResult },
  ...{ argumentAlarmOf, findInArguments, tryCleaner, scoreTexts, prepareRegistration, examineTool },
};

export type Jobs = typeof JOBS;
export type JobName = keyof Jobs;
