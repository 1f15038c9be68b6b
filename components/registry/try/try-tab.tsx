"use client";
import { FlaskConical } from "lucide-react";
import { useId, useState, useTransition } from "react";
import { callAction } from "#components/live/call-action.ts";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field, Select, TextArea } from "#components/ui/field.tsx";
import type { Outcome } from "#lib/errors/outcome.ts";
import type { TriedCall } from "#lib/registry/trial/try-call.ts";
import { type FieldTexts, formFields, inputOf, textsOf } from "./form-fields.ts";
import { SchemaForm } from "./schema-form.tsx";
import { TrialResult } from "./trial-result.tsx";

interface TryTabProps {
  toolId: string;
  /** The version in force: a call would run this one and no other. */
  version: number;
  inputSchema: Readonly<Record<string, unknown>>;
  /** The author's first example, to start from. */
  example: unknown;
  agents: readonly { readonly id: string; readonly name: string; readonly accessLevel: string }[];
  agent: string | undefined;
  tryCall: (input: { toolId: string; agentId: string; input: string }) => Promise<Outcome<TriedCall>>;
}

type Mode = "form" | "json";

/** "What would become of this call?", answered by the same checks and rules; nothing is asked, held, run or written. */
export function TryTab({ toolId, version, inputSchema, example, agents, agent, tryCall }: TryTabProps) {
  const fields = formFields(inputSchema);
  const start = example === undefined ? "{}" : JSON.stringify(example, null, 2);
  const [mode, setMode] = useState<Mode>(fields ? "form" : "json");
  const [texts, setTexts] = useState<FieldTexts>(() => textsOf(fields ?? [], example));
  const [json, setJson] = useState(start);
  const [agentId, setAgentId] = useState(agents.find(({ name }) => name === agent)?.id ?? agents[0]?.id ?? "");
  const [result, setResult] = useState<Outcome<TriedCall>>();
  const [busy, begin] = useTransition();
  const id = useId();
  if (agents.length === 0) {
    return <EmptyState title="No agents">A call is tried as an agent, and there is none yet.</EmptyState>;
  }
  const said = mode === "form" && fields ? inputOf(fields, texts) : { json };
  const change = (next: Mode) => {
    // What was typed on one side is on the other.
    if (next === "json" && "json" in said) setJson(said.json);
    if (next === "form" && fields) setTexts(textsOf(fields, parsed(json)));
    setMode(next);
  };
  const run = () =>
    begin(async () => {
      if ("json" in said) setResult(await callAction(() => tryCall({ toolId, agentId, input: said.json })));
    });
  return (
    <div className="grid items-start gap-5 xl:grid-cols-2">
      <form
        className="grid gap-3 rounded-md border bg-panel px-4 py-3"
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <Field label="As agent" htmlFor={`${id}-agent`} hint="With its real level, trust and profile.">
          <Select id={`${id}-agent`} value={agentId} onChange={(event) => setAgentId(event.target.value)}>
            {agents.map((each) => (
              <option key={each.id} value={each.id}>
                {each.name} · declared {each.accessLevel}
              </option>
            ))}
          </Select>
        </Field>
        <fieldset className="flex items-center gap-1">
          <legend className="float-left mr-auto font-medium">Input</legend>
          {fields && (
            <Button
              size="sm"
              tone={mode === "form" ? "plain" : "quiet"}
              aria-pressed={mode === "form"}
              onClick={() => change("form")}
            >
              Form
            </Button>
          )}
          <Button
            size="sm"
            tone={mode === "json" ? "plain" : "quiet"}
            aria-pressed={mode === "json"}
            onClick={() => change("json")}
          >
            JSON
          </Button>
        </fieldset>
        {mode === "form" && fields ? (
          <SchemaForm fields={fields} texts={texts} onText={(name, text) => setTexts({ ...texts, [name]: text })} />
        ) : (
          <TextArea
            aria-label="Input as JSON"
            value={json}
            spellCheck={false}
            maxLength={200_000}
            onChange={(event) => setJson(event.target.value)}
            className="min-h-48 font-mono text-[12.5px]"
          />
        )}
        {"wrong" in said && <p className="text-sm text-bad">The field {said.wrong} holds no JSON value.</p>}
        <div className="flex items-center gap-3">
          <Button type="submit" tone="primary" busy={busy} disabled={"wrong" in said}>
            <FlaskConical size={14} aria-hidden /> Try it
          </Button>
          <span className="text-sm text-ink-2">
            v{version}, which is in force. A dry run: nothing is asked, held, run or written.
          </span>
        </div>
      </form>
      <div aria-live="polite">
        {result?.ok && <TrialResult tried={result.value} />}
        {result && !result.ok && (
          <Callout tone="bad" title={<b className="font-semibold">It could not be tried.</b>}>
            {result.message}
          </Callout>
        )}
        {!result && (
          <div className="rounded-md border border-dashed">
            <EmptyState title="No call tried yet">
              The decision, every check that leads to it, and the sandbox it would get appear here.
            </EmptyState>
          </div>
        )}
      </div>
    </div>
  );
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
