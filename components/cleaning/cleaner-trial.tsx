"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePaused } from "#components/approvals/rules/use-paused.ts";
import { postJson } from "#components/live/fetch-json.ts";
import { OutputViewer } from "#components/output/output-viewer.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Field, Select, TextArea } from "#components/ui/field.tsx";
import type { Trial, TrialResult } from "#lib/sanitise/trial/try-cleaner.ts";
import { StepTable } from "./step-table.tsx";

interface CleanerTrialProps {
  contents: readonly Trial["content"][];
  safetyClasses: readonly Trial["safetyClass"][];
  most: number;
  /** Something to begin with. */
  example: string;
}

/** Paste a text, see what a model would get of it and what every step did. Nothing is kept. */
export function CleanerTrial({ contents, safetyClasses, most, example }: CleanerTrialProps) {
  const [trial, setTrial] = useState<Trial>({ text: "", content: "prose", safetyClass: "read" });
  const asked = usePaused(trial);
  const { data, error } = useQuery({
    queryKey: ["try-cleaner", asked],
    queryFn: async ({ signal }) => ({
      text: asked.text,
      ...(await postJson<TrialResult>("/api/cleaning/try", asked, signal)),
    }),
    enabled: asked.text !== "",
    placeholderData: keepPreviousData,
    staleTime: "static",
    gcTime: 60_000,
    retry: false,
  });
  const change = (part: Partial<Trial>) => setTrial((before) => ({ ...before, ...part }));
  const shown = trial.text !== "" && data;
  return (
    <div className="grid gap-4">
      <div className="grid gap-3 md:grid-cols-[minmax(0,1fr)_15rem]">
        <Field
          label="Text as a tool would return it"
          htmlFor="trial-text"
          {...(error && trial.text !== "" ? { error: error.message } : {})}
        >
          <TextArea
            id="trial-text"
            value={trial.text}
            maxLength={most}
            spellCheck={false}
            aria-invalid={error !== null && trial.text !== ""}
            onChange={(event) => change({ text: event.target.value })}
            className="min-h-40 font-mono text-[12.5px]"
          />
        </Field>
        <div className="grid content-start gap-3">
          <Field
            label="What it is"
            htmlFor="trial-content"
            hint="verbatim is for files and code, where a change does damage."
          >
            <Select
              id="trial-content"
              value={trial.content}
              onChange={(event) => change({ content: contents.find((each) => each === event.target.value) ?? "prose" })}
            >
              {contents.map((content) => (
                <option key={content}>{content}</option>
              ))}
            </Select>
          </Field>
          <Field label="Safety class of the tool" htmlFor="trial-class">
            <Select
              id="trial-class"
              value={trial.safetyClass}
              onChange={(event) =>
                change({ safetyClass: safetyClasses.find((each) => each === event.target.value) ?? "read" })
              }
            >
              {safetyClasses.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <div className="flex gap-2">
            <Button size="sm" onClick={() => change({ text: example })}>
              An example
            </Button>
            <Button size="sm" tone="quiet" disabled={trial.text === ""} onClick={() => change({ text: "" })}>
              Clear
            </Button>
          </div>
        </div>
      </div>
      {shown ? (
        <>
          <StepTable steps={shown.steps} />
          <OutputViewer
            cleaned={shown.cleaned}
            findings={shown.findings}
            source={{ kind: "given", text: shown.text }}
          />
        </>
      ) : (
        <EmptyState title="Nothing to clean yet">
          Paste something above, hostile or honest. It is cleaned by the same code as every output and kept nowhere.
        </EmptyState>
      )}
    </div>
  );
}
