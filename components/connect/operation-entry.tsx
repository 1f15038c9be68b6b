import { ChevronRight } from "lucide-react";
import { Chip } from "#components/ui/chip.tsx";
import type { ReferenceField, ReferenceOperation } from "#lib/gateway/openapi/reference.ts";

/** One call of the API: a line that opens to what it takes and what it answers. */
export function OperationEntry({ operation }: { operation: ReferenceOperation }) {
  const { id, method, path, summary, description, key, fields, answers, errors } = operation;
  return (
    <details id={id} className="group border-b last:border-b-0">
      <summary className="flex min-h-9 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover">
        <ChevronRight size={13} className="shrink-0 text-ink-3 group-open:rotate-90" />
        <span className="w-10 shrink-0 font-mono text-xs font-semibold text-ink-2">{method}</span>
        <span className="font-mono text-sm font-medium [overflow-wrap:anywhere]">{path}</span>
        <span className="text-ink-2 max-md:w-full max-md:pl-[26px]">{summary}</span>
        {key !== "agent" && <Chip>{key === "author" ? "author key" : "no key"}</Chip>}
      </summary>
      <div className="grid gap-4 border-t bg-inset px-3 py-3 md:px-9">
        {description && <p>{description}</p>}
        {fields.length > 0 && <Fields title="Takes" fields={fields} />}
        {answers.map((answer) => (
          <div key={answer.status}>
            <p>
              <span className="mr-2 font-mono text-sm font-semibold">{answer.status}</span>
              {answer.description}
            </p>
            {answer.fields.length > 0 && <Fields fields={answer.fields} />}
          </div>
        ))}
        {errors.length > 0 && (
          <div>
            <h3 className="mb-1 text-sm font-semibold">Refuses with</h3>
            <ul className="grid gap-x-6 text-sm md:grid-cols-2">
              {errors.map(({ code, status, sentence }) => (
                <li key={code} className="flex min-w-0 gap-2">
                  <span className="figures shrink-0 font-mono text-xs leading-5 text-ink-2">{status}</span>
                  <span className="min-w-0">
                    <code className="font-mono text-xs">{code}</code> <span className="text-ink-2">{sentence}</span>
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </details>
  );
}

function Fields({ title, fields }: { title?: string; fields: readonly ReferenceField[] }) {
  return (
    <div>
      {title && <h3 className="mb-1 text-sm font-semibold">{title}</h3>}
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-[minmax(0,220px)_minmax(0,1fr)]">
        {fields.map(({ name, place, type, required, description }) => (
          <div key={`${place} ${name}`} className="contents">
            <dt className="min-w-0 font-mono text-sm [overflow-wrap:anywhere]">
              {name}
              {required && place !== "answer" && <span className="ml-1.5 font-sans text-xs text-ink-2">needed</span>}
              {place !== "body" && place !== "answer" && (
                <span className="ml-1.5 font-sans text-xs text-ink-2">in the {place}</span>
              )}
            </dt>
            <dd className="min-w-0 text-sm max-md:mb-1.5">
              <span className="text-ink-2">{type}.</span> {description}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
