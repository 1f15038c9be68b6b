import Link from "next/link";
import { Flag } from "#components/ui/chip.tsx";
import { classes } from "#components/ui/classes.ts";
import { ScrollRegion } from "#components/ui/scroll-region.tsx";
import { VisibleText } from "#components/untrusted/visible-text.tsx";
import type { AccessGrant } from "#lib/policy/access-level.ts";
import { counted } from "../policy-words.ts";
import { isOwnLevel, LEVEL_ROWS, type LevelCell, levelNames } from "./level-rows.ts";

const MARKS = { least: "○", some: "◐", most: "●" } as const;
const TONES = { least: "text-ink-3", some: "text-medium", most: "text-high" } as const;

interface LevelsMatrixProps {
  levels: Readonly<Record<string, AccessGrant>>;
  /** How many agents act at each now. */
  agents: Readonly<Record<string, number>>;
}

/** Every level beside the others: a column each, from tight to wide, and what it reaches down the rows. */
export function LevelsMatrix({ levels, agents }: LevelsMatrixProps) {
  const names = levelNames(levels);
  return (
    <>
      <ScrollRegion label="Access levels" className="overflow-x-auto rounded-md border bg-panel">
        <table className="w-full min-w-[760px] border-collapse text-left" aria-label="Access levels">
          <thead className="bg-inset align-bottom">
            <tr>
              <th scope="col" className="sticky left-0 z-10 border-b bg-inset px-3 py-2 text-xs font-medium text-ink-2">
                Reaches
              </th>
              {names.map((name) => (
                <th key={name} scope="col" className="min-w-36 border-b border-l px-3 py-2 font-normal">
                  <span className="block font-semibold">{name}</span>
                  <span className="block text-sm text-ink-2">
                    {isOwnLevel(name) && <Flag>own level</Flag>} <VisibleText text={levels[name]?.description ?? ""} />
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {LEVEL_ROWS.map((row) => (
              <tr key={row.label} className="border-b hover:bg-hover">
                <th scope="row" className="sticky left-0 z-10 bg-panel px-3 py-2 align-top font-medium">
                  {row.label}
                  <span className="block text-xs font-normal text-ink-3 max-md:hidden">{row.note}</span>
                </th>
                {names.map((name) => {
                  const grant = levels[name];
                  return (
                    <td key={name} className="border-l px-3 py-2 align-top">
                      {grant && <Reaches cell={row.cell(grant)} />}
                    </td>
                  );
                })}
              </tr>
            ))}
            <tr>
              <th scope="row" className="sticky left-0 z-10 bg-panel px-3 py-2 font-medium">
                Agents now
              </th>
              {names.map((name) => (
                <td key={name} className="figures border-l px-3 py-2">
                  {(agents[name] ?? 0) > 0 ? (
                    <Link
                      href={`/agents?level=${isOwnLevel(name) ? "custom" : name}`}
                      prefetch={false}
                      className="text-accent underline"
                    >
                      {counted(agents[name] ?? 0, "agent")}
                    </Link>
                  ) : (
                    <span className="text-ink-3">none</span>
                  )}
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </ScrollRegion>
      <p className="mt-2 text-sm text-ink-2">
        <span aria-hidden>○</span> the least, <span aria-hidden>◐</span> something between, <span aria-hidden>●</span>{" "}
        the most there is. What trust and an agent&apos;s own entry take away is on the agent&apos;s page.
      </p>
    </>
  );
}

function Reaches({ cell: { word, reach } }: { cell: LevelCell }) {
  return (
    <span className="flex items-baseline gap-1.5">
      {reach && (
        <span aria-hidden className={classes("shrink-0 text-xs", TONES[reach])}>
          {MARKS[reach]}
        </span>
      )}
      <span className="[overflow-wrap:anywhere]">{word}</span>
    </span>
  );
}
