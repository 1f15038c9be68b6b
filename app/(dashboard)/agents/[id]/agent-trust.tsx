import { freezeTrust } from "#app/actions/freeze-trust.ts";
import { giveFeedback } from "#app/actions/give-feedback.ts";
import { reportIncident } from "#app/actions/report-incident.ts";
import { setTrust } from "#app/actions/set-trust.ts";
import { database } from "#app/server/database.ts";
import { JudgeWork, ReportIncident } from "#components/trust/judge-work.tsx";
import { ScoreChart } from "#components/trust/score-chart.tsx";
import { TrackList } from "#components/trust/track-list.tsx";
import { TrustTimeline } from "#components/trust/trust-timeline.tsx";
import { Section } from "#components/ui/section.tsx";
import type { AgentDetail } from "#lib/agents/queries/read-agent.ts";
import { readPolicyInForce } from "#lib/policy/versions/read-policy-in-force.ts";
import { may } from "#lib/sessions/permissions.ts";
import type { Session } from "#lib/sessions/session.ts";
import { DAY_MS } from "#lib/trust/defaults.ts";
import { listRecentTasks } from "#lib/trust/queries/list-recent-tasks.ts";
import { listTrust } from "#lib/trust/queries/list-trust.ts";
import { listTrustHistory } from "#lib/trust/queries/list-trust-history.ts";
import { readHistories } from "#lib/trust/queries/read-histories.ts";
import { scoreHistory } from "#lib/trust/score-history.ts";

const DAYS = 90;
/** More lines than that are no chart. */
const LINES = 4;

/** How far this agent is trusted, why, and what brought it there. */
export async function AgentTrust({ agent, session }: { agent: AgentDetail; session: Session }) {
  const now = Date.now();
  const [{ items }, entries, histories, { document }, tasks] = await Promise.all([
    listTrust(database(), { agentId: agent.id }),
    listTrustHistory(database(), agent.id),
    readHistories(database(), { since: now - 2 * DAYS * DAY_MS, agentId: agent.id }),
    readPolicyInForce(database()),
    listRecentTasks(database(), agent.id),
  ]);
  const [row] = items;
  const [history] = histories;
  if (!row || !history) return null;
  const config = history.config ?? document.trust ?? { strategy: "disabled" as const };
  const busiest = row.tracks
    .filter(({ calls }) => calls)
    .sort((a, b) => (b.calls ?? 0) - (a.calls ?? 0))
    .slice(0, LINES);
  const scopes = (busiest.length > 0 ? busiest : [{ category: "all" as const, resetAt: null }]).map(
    ({ category, resetAt }) => ({ category, resetAt: resetAt === null ? null : Date.parse(resetAt) }),
  );
  const chart = scoreHistory(config, history, scopes, { days: DAYS, now });
  const acting = may(session.role, "trust.set") ? { set: setTrust, freeze: freezeTrust } : undefined;
  const isOwner = agent.ownerId === session.personId;
  return (
    <>
      <Section
        title="Levels"
        note={
          config.strategy === "disabled"
            ? `declared ${agent.accessLevel}; only people move it`
            : `${config.strategy}; declared ${agent.accessLevel}, which is the ceiling`
        }
        action={
          <span className="flex flex-wrap gap-2">
            {may(session.role, "trust.judge") && !isOwner && (
              <JudgeWork agentId={agent.id} agent={agent.name} tasks={tasks} give={giveFeedback} />
            )}
            {may(session.role, "trust.set") && (
              <ReportIncident agentId={agent.id} agent={agent.name} report={reportIncident} />
            )}
          </span>
        }
      >
        <TrackList row={row} acting={acting} isOwner={isOwner} />
      </Section>
      <Section title="Score" note={`the last ${DAYS} days, by what is in force now`}>
        <ScoreChart {...chart} />
      </Section>
      <Section title="History">
        <TrustTimeline entries={entries} />
      </Section>
    </>
  );
}
