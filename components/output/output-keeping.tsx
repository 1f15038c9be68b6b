"use client";
import { Callout } from "#components/ui/callout.tsx";
import { ConfirmWithReason } from "#components/ui/confirm-with-reason.tsx";
import { Hash } from "#components/ui/hash.tsx";
import { KeyValues } from "#components/ui/key-values.tsx";
import { Section } from "#components/ui/section.tsx";
import { ClockTime } from "#components/ui/time.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import { rawGone } from "#lib/invocations/raw-state.ts";
import type { InvocationOutput } from "#lib/invocations/read-invocation.ts";

type Act = (input: { id: string; reason: string }) => Promise<Outcome<null>>;

export interface KeepingActs {
  /** Each where this person may. */
  readonly remove?: Act | undefined;
  readonly hold?: Act | undefined;
  readonly endHold?: Act | undefined;
}

type Kept = Omit<InvocationOutput, "cleaned" | "findings">;

/** How long an output is kept, what is gone of it, and who keeps it from going. */
export function OutputKeeping({
  invocationId: id,
  output,
  acts,
}: {
  invocationId: string;
  output: Kept;
  acts: KeepingActs;
}) {
  const { hold } = output;
  const { remove, hold: holdIt, endHold } = acts;
  return (
    <Section title="Kept" note={hold ? "held" : "as long as the settings say"}>
      {!output.cleanedAsLogged && (
        <Callout tone="bad" title={<b className="font-semibold">The cleaned output is not what the log says it was</b>}>
          It was changed in the database. Treat it as an incident.
        </Callout>
      )}
      <KeyValues items={[...rawFacts(output), ...cleanedFacts(output), ...holdFacts(output)]} />
      <div className="mt-2 flex flex-wrap gap-2">
        {remove && output.rawDeletedAt === null && output.sealedTo !== null && !hold && (
          <ConfirmWithReason
            danger
            label="Delete the raw output"
            title="Delete the raw output?"
            description="It cannot be brought back. Its digests, the findings and the cleaned output stay."
            done="The raw output is deleted."
            act={(reason) => remove({ id, reason })}
          />
        )}
        {holdIt && !hold && (
          <ConfirmWithReason
            label="Hold"
            title="Hold this output?"
            description="None of it is deleted, by retention or by anybody, until an admin ends the hold."
            done="The output is held."
            act={(reason) => holdIt({ id, reason })}
          />
        )}
        {endHold && hold && (
          <ConfirmWithReason
            danger
            label="End the hold"
            title="End the hold?"
            description="What was kept for longer than the settings say is deleted within minutes."
            done="The hold is ended."
            act={(reason) => endHold({ id, reason })}
          />
        )}
      </div>
    </Section>
  );
}

function rawFacts(output: Kept) {
  const { rawDeletedAt, sealedTo, rawDigest } = output;
  if (sealedTo === null && rawDeletedAt === null) return [{ key: "raw", value: "the tool returned nothing" }];
  const state =
    rawDeletedAt === null ? (
      <>
        sealed to the key <code>{sealedTo}</code>
      </>
    ) : (
      <>
        {rawGone(output)} <ClockTime at={rawDeletedAt} form="zoned" />
      </>
    );
  return [
    { key: "raw", value: state },
    ...(rawDigest === null ? [] : [{ key: "raw digest", value: <Hash value={rawDigest} /> }]),
  ];
}

function cleanedFacts({ cleanedDeletedAt, cleanedDigest }: Kept) {
  return [
    ...(cleanedDeletedAt === null
      ? []
      : [
          {
            key: "cleaned",
            value: (
              <>
                The cleaned output was deleted by retention on <ClockTime at={cleanedDeletedAt} form="zoned" />
              </>
            ),
          },
        ]),
    { key: "cleaned digest", value: <Hash value={cleanedDigest} /> },
  ];
}

function holdFacts({ hold }: Kept) {
  if (!hold) return [];
  return [
    {
      key: "held",
      value: (
        <>
          by {hold.by} since <ClockTime at={hold.at} form="zoned" />: <VisibleText text={hold.reason} />
        </>
      ),
    },
  ];
}
