import { expect, test, vi } from "vitest";
import { takeOut } from "#db/testing/take-out.ts";
import { onOwnDatabase } from "./own-database.ts";
import { raceVotes, twoPeople } from "./promises/two-people.ts";
import { shortTrial } from "./testing/short-trial.ts";

// Seconds on a free machine; a busy one takes its time.
vi.setConfig({ testTimeout: 120_000 });

const trial = shortTrial(twoPeople);

test("one person can never satisfy a two-person rule, however often they race themselves", async () => {
  const { violations, figures } = await twoPeople.run(trial);
  expect(violations).toEqual([]);
  expect(figures).toMatchObject({ byOne: 10, byTwo: 10, votesTried: 400, refused: 370, released: 10 });
});

test("control: votes that are looked up before they are written let one person be two", async () => {
  const { violations } = await onOwnDatabase(async (database) => {
    const { admin } = database;
    // The rule stands on a lock, a unique key and a count of people; this is the form that has none of them.
    await takeOut(admin, "airlock.decidable_invocation", "for update nowait");
    await takeOut(
      admin,
      "agents.fn_approve_tool_invocation",
      "a.status = 'pending' for update",
      "a.status = 'pending'",
    );
    await takeOut(admin, "airlock.counting_votes", "count(distinct v.person_id)", "count(*)");
    await takeOut(
      admin,
      "agents.fn_approve_tool_invocation",
      "now(), seen, p_receipt, p_step_up)\n  on conflict (approval_id, person_id) do nothing;",
      "now(), seen, p_receipt, p_step_up);",
    );
    await takeOut(
      admin,
      "agents.fn_approve_tool_invocation",
      "  insert into agents.approval_votes",
      "  if exists (select from agents.approval_votes v where v.approval_id = approval.id and v.person_id = person.id) then\n" +
        "    perform airlock.refuse('AL010', 'You have already voted on this revision.');\n  end if;\n" +
        // On a busy machine two looks rarely fall between a look and its write; here they do.
        "  perform pg_sleep(0.02);\n" +
        "  insert into agents.approval_votes",
    );
    await admin`drop index agents.approval_votes_once`;
    return raceVotes(database, trial);
  });
  expect(violations.filter((violation) => violation.includes("by 1: it was released"))).not.toEqual([]);
});
