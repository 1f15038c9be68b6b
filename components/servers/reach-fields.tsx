"use client";
import { classes } from "#components/ui/classes.ts";
import { hostsOfAddress } from "#lib/registry/servers/form-to-server.ts";
import { linesOf, type ServerForm } from "#lib/registry/servers/server-form.ts";
import { LinesField, TextField, useServerForm } from "./form-fields.tsx";

const KINDS: readonly { kind: ServerForm["kind"]; label: string; words: string }[] = [
  {
    kind: "stdio",
    label: "A command",
    words: "Runs on a dispatcher's machine, in the sandbox, started anew for each call.",
  },
  { kind: "http", label: "An address", words: "Runs elsewhere; reached over Streamable HTTP." },
];

/** How the server is reached. */
export function ReachFields() {
  const { form, problems, change } = useServerForm();
  return (
    <>
      <fieldset className="grid gap-2 md:grid-cols-2">
        <legend className="mb-1 font-medium">How it is reached</legend>
        {KINDS.map(({ kind, label, words }) => (
          <label
            key={kind}
            className={classes(
              "flex cursor-pointer items-start gap-2.5 rounded-md border p-2.5",
              form.kind === kind ? "border-accent bg-accent-soft" : "bg-panel hover:bg-hover",
            )}
          >
            <input
              type="radio"
              name="kind"
              id={kind === "stdio" ? "server-kind" : undefined}
              checked={form.kind === kind}
              onChange={() => change({ kind })}
              className="mt-0.5 accent-accent"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="text-sm text-ink-2">{words}</span>
            </span>
          </label>
        ))}
        {problems.kind && <p className="text-sm text-bad md:col-span-2">{problems.kind}</p>}
      </fieldset>
      {form.kind === "stdio" ? <CommandFields /> : <AddressFields />}
    </>
  );
}

function CommandFields() {
  const { form } = useServerForm();
  const lines = linesOf(form.argv);
  const looksLikeLine = lines.length === 1 && /\s/.test(lines[0] ?? "");
  return (
    <>
      <LinesField
        name="argv"
        label="Command, one argument per line"
        rows={4}
        placeholder={"node\n/opt/files/dist/index.js\n/workspace"}
        hint={
          looksLikeLine ? (
            <span className="text-medium">
              This is one argument with blanks in it. No shell reads it: put each argument on a line of its own.
            </span>
          ) : (
            "The program first; node is the dispatcher's own Node. No shell reads it: nothing is split, quoted or expanded."
          )
        }
      />
      <LinesField
        name="environment"
        label="Environment"
        rows={2}
        placeholder="LOG_LEVEL=info"
        hint="NAME=value, one per line. Everybody who sees this page sees the values: no secrets."
      />
    </>
  );
}

function AddressFields() {
  const { form } = useServerForm();
  const [host] = hostsOfAddress(form.url);
  return (
    <TextField
      name="url"
      label="Address"
      placeholder="https://mcp.example.com/mcp"
      hint={
        host
          ? `It is reached at ${host}, through the egress proxy, and nothing else is reached for it.`
          : "Its Streamable HTTP endpoint. The older SSE transport is not supported."
      }
    />
  );
}
