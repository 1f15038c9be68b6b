"use client";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { TrustLevel } from "#lib/policy/document/trust-section.ts";
import type { TrustScope } from "#lib/trust/levels.ts";
import { scopeWords } from "./score-words.ts";

interface OfAgent {
  agentId: string;
  category: TrustScope;
  reason: string;
}

export interface TrustActing {
  set: (input: OfAgent & { level: TrustLevel }) => Promise<Outcome<{ status: "applied" | "proposed" }>>;
  freeze: (input: OfAgent & { frozen: boolean }) => Promise<Outcome<unknown>>;
}

interface TrustActionsProps {
  agentId: string;
  agent: string;
  category: TrustScope;
  /** Where it could go from here; undefined where that would change nothing. */
  up: { to: TrustLevel; asks: boolean; raisesCeiling: boolean } | undefined;
  down: TrustLevel | undefined;
  frozen: boolean | undefined;
  isOwner: boolean;
  acting: TrustActing;
}

/** Promote, demote, stop: each with a reason. A promotion that would change nothing is not offered. */
export function TrustActions({ agentId, agent, category, up, down, frozen, isOwner, acting }: TrustActionsProps) {
  const where = category === "all" ? "in everything" : `in ${scopeWords(category)}`;
  const elsewhere = category === "all" ? "" : "; in other categories it acts as before";
  const of = (reason: string) => ({ agentId, category, reason });
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {up && !isOwner && (
        <ConfirmWithReason
          label={up.asks ? `Ask for ${up.to}` : `Promote to ${up.to}`}
          title={`Trust ${agent} as ${up.to} ${where}?`}
          description={
            up.asks
              ? `Another person decides, in the inbox.${up.raisesCeiling ? ` Its declared level rises to ${up.to} with it${elsewhere}.` : ""}`
              : "It acts from its next call on."
          }
          done={up.asks ? "Another person is asked." : `${agent} is trusted as ${up.to}.`}
          act={(reason) => acting.set({ ...of(reason), level: up.to })}
        />
      )}
      {up && isOwner && <span className="text-sm text-ink-2">You own this agent: another person raises it.</span>}
      {down && (
        <ConfirmWithReason
          label={`Demote to ${down}`}
          title={`Trust ${agent} as ${down} ${where} only?`}
          description="It acts from its next call on. What it earned before no longer counts."
          danger
          done={`${agent} is trusted as ${down}.`}
          act={(reason) => acting.set({ ...of(reason), level: down })}
        />
      )}
      {frozen !== undefined && !(frozen && isOwner) && (
        <ConfirmWithReason
          label={frozen ? "Let it rise" : "Stop rising"}
          title={
            frozen ? `Let ${agent} rise by itself again ${where}?` : `Keep ${agent} from rising by itself ${where}?`
          }
          description={frozen ? "It earns again from what it does." : "It stays where it is, and can still sink."}
          done={frozen ? "It may rise again." : "It does not rise by itself any more."}
          act={(reason) => acting.freeze({ ...of(reason), frozen: !frozen })}
        />
      )}
    </span>
  );
}
