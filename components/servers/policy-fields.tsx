"use client";
import { Button } from "#components/ui/button.tsx";
import { Field, Input } from "#components/ui/field.tsx";
import type { LimitName } from "#lib/policy/tool-policy.ts";
import { limitsOf } from "#lib/registry/servers/form-to-server.ts";
import { linesOf } from "#lib/registry/servers/server-form.ts";
import { attributes, ChoiceField, fieldId, LinesField, useServerForm } from "./form-fields.tsx";
import { programFolder } from "./program-folder.ts";

/** What the server may touch. It starts with nothing, and each field says what filling it in would give away. */
export function PolicyFields() {
  const { form } = useServerForm();
  return (
    <>
      {form.kind === "stdio" && <SandboxFields />}
      <div className="grid grid-cols-2 items-start gap-3 md:grid-cols-3">
        {limitsOf(form.kind).map((name) => (
          <LimitField key={name} name={name} />
        ))}
      </div>
    </>
  );
}

function SandboxFields() {
  const { form } = useServerForm();
  return (
    <div className="grid items-start gap-3 md:grid-cols-2">
      <div>
        <LinesField
          name="read"
          label="Files it may read"
          placeholder={"/opt/files/**\n${workspace}/**"}
          hint="Patterns, one per line; include its own program. Other folders of the machine are readable only for agents of level elevated. ${workspace} is the calling agent's workspace."
        />
        <OwnProgram />
      </div>
      <LinesField
        name="write"
        label="Files it may change"
        placeholder="${workspace}/out/**"
        hint="Empty: it can change nothing. Every tool of the server can overwrite what is named here."
      />
      <ChoiceField
        name="network"
        label="Network"
        hint={NETWORK_WORDS[form.network]}
        options={[
          ["none", "none"],
          ["allowlist", "only the hosts below"],
          ["open", "open: any host"],
        ]}
      />
      <ChoiceField
        name="exec"
        label="Other programs"
        hint={
          form.exec === "deny"
            ? "It is one process; a system-call filter stops it from starting others."
            : "It may start any program of the machine, within the same walls."
        }
        options={[
          ["deny", "may start none"],
          ["allow", "may start others"],
        ]}
      />
      {form.network === "allowlist" && (
        <div className="md:col-span-2">
          <LinesField
            name="hosts"
            label="Hosts"
            placeholder="api.example.com:443"
            hint="host:port, one per line. It can send there whatever it has read."
          />
        </div>
      )}
    </div>
  );
}

const NETWORK_WORDS = {
  none: "A network of its own, with no way out.",
  allowlist: "Through the proxy alone, to these hosts; every connection is recorded.",
  open: "It can send what it reads to anybody. Reviewers see this as wide.",
} as const;

/** A server that cannot read itself cannot start; the folder is offered, never taken. */
function OwnProgram() {
  const { form, change } = useServerForm();
  const folder = programFolder(linesOf(form.argv));
  if (!folder || linesOf(form.read).includes(folder)) return null;
  return (
    <Button
      size="sm"
      tone="quiet"
      className="mt-1 max-w-full"
      onClick={() => change({ read: [...linesOf(form.read), folder].join("\n") })}
    >
      <span className="truncate">
        Add its own folder, <code className="text-xs">{folder}</code>
      </span>
    </Button>
  );
}

const LIMIT_WORDS: Record<LimitName, { label: string; hint: string }> = {
  wallSeconds: { label: "Seconds per call", hint: "Then it is killed." },
  cpuSeconds: { label: "Processor seconds", hint: "Of work, not of waiting." },
  memoryMb: { label: "Memory, MB", hint: "All of its processes." },
  processes: { label: "Processes", hint: "Threads count." },
  outputBytes: { label: "Output, bytes", hint: "Of one call." },
  fileMb: { label: "One file, MB", hint: "The largest it may write." },
};

function LimitField({ name }: { name: LimitName }) {
  const { form, problems, change } = useServerForm();
  const { label, hint } = LIMIT_WORDS[name];
  return (
    <Field label={label} htmlFor={fieldId(name)} hint={hint} error={problems[name]}>
      <Input
        {...attributes(name, problems)}
        inputMode="numeric"
        value={form.limits[name]}
        onChange={(event) => change({ limits: { ...form.limits, [name]: event.target.value } })}
        className="figures"
      />
    </Field>
  );
}
