"use client";
import { useId, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Callout } from "#components/ui/callout.tsx";
import { Field, TextArea } from "#components/ui/field.tsx";
import { tellPerson } from "#lib/errors/tell-refusal.ts";
import { readMcpJson } from "#lib/registry/servers/read-mcp-json.ts";
import { useServerForm } from "./form-fields.tsx";

/** An entry of an `mcp.json`, turned into the fields below; nothing is connected by pasting. */
export function PasteEntry() {
  const { change } = useServerForm();
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [notes, setNotes] = useState<readonly string[]>();
  const id = useId();
  const fill = () => {
    const read = readMcpJson(text);
    setProblem(read.ok ? undefined : tellPerson(read));
    setNotes(read.ok ? read.value.notes : undefined);
    if (read.ok) {
      change(read.value.fields);
      setText("");
    }
  };
  return (
    <details className="rounded-md border bg-panel px-3 py-2">
      <summary className="cursor-pointer font-medium">Paste an entry of an mcp.json</summary>
      <div className="mt-2 grid gap-2 pb-1">
        <Field
          label="Entry"
          htmlFor={id}
          error={problem}
          hint="It fills in the fields below; nothing is connected yet."
        >
          <TextArea
            id={id}
            value={text}
            rows={5}
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-error` : undefined}
            placeholder={'{ "mcpServers": { "files": { "command": "node", "args": ["/opt/files/index.js"] } } }'}
            className="font-mono"
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div>
          <Button size="sm" disabled={text.trim() === ""} onClick={fill}>
            Fill in the form
          </Button>
        </div>
      </div>
      <div aria-live="polite" className="grid gap-2">
        {notes?.length === 0 && <p className="pb-1 text-sm text-ok">Filled in below. Look at it, then connect.</p>}
        {notes?.map((note) => (
          <Callout key={note} tone="medium" title={note} />
        ))}
      </div>
    </details>
  );
}
