"use client";
import { RiskMark } from "#components/ui/risk-mark.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { PivotForm } from "./use-pivot.ts";

/** The calls that carry the text, by agent and tool. Each call can be left as it is, each agent can be let go on. */
export function SharingList({ form }: { form: PivotForm }) {
  const stop = form.found?.mayFreeze ? "Freeze" : "Stop";
  return (
    <ul className="grid gap-2">
      {form.groups.map(({ agentId, agent, calls, stopped, tools }) => (
        <li key={agentId} className="rounded-md border">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
            <span className="min-w-0 font-medium">{agent}</span>
            <span className="figures text-sm text-ink-2">{calls === 1 ? "1 call" : `${calls} calls`}</span>
            {stopped ? (
              <span className="ml-auto text-sm text-ink-2">stopped already</span>
            ) : (
              <label className="ml-auto flex items-center gap-2 text-sm max-md:min-h-11">
                <input type="checkbox" checked={!form.spared.has(agentId)} onChange={() => form.toggleAgent(agentId)} />
                {stop} this agent
              </label>
            )}
          </div>
          <details className="border-t px-3 py-1.5">
            <summary className="cursor-pointer text-sm text-ink-2 max-md:py-2">
              {tools.map(({ name, calls: its }) => `${name} ×${its.length}`).join(", ")}
            </summary>
            <ul className="mt-1 grid gap-1">
              {tools
                .flatMap(({ calls: its }) => its)
                .map(({ id, effect, tier }) => (
                  <li key={id}>
                    <label className="flex items-start gap-2 text-sm max-md:min-h-11">
                      <input
                        type="checkbox"
                        className="mt-1"
                        checked={!form.kept.has(id)}
                        onChange={() => form.toggleCall(id)}
                      />
                      <RiskMark tier={tier} size={12} />
                      <span className="min-w-0 font-mono">
                        <VisibleText text={effect} />
                      </span>
                    </label>
                  </li>
                ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
