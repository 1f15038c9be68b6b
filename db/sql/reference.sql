-- Rows that the functions rest on. Arrows: DESIGN's life of an invocation, one row each.
insert into agents.invocation_arrows (from_status, to_status, when_claimed) values
  ('pending', 'running', null), ('pending', 'rejected', null), ('pending', 'expired', null), ('pending', 'cancelled', null),
  ('pending', 'denied', null),
  ('running', 'completed', true), ('running', 'failed', true), ('running', 'cancelled', null), ('running', 'expired', false),
  ('running', 'pending', false), ('running', 'unknown', true),
  ('unknown', 'completed', null), ('unknown', 'failed', null)
on conflict do nothing;

-- The bounds are ours and follow this file; the value is the admin's. A role's age can be asked to be longer than a day,
-- never shorter: one admin must not be able to make a second person count at once. Only a demo may count roles at once.
insert into agents.settings (name, value, least, most, unit, description) values
  ('approval_minutes_low', 60, 5, 1440, 'minutes', 'How long people have to decide on a low-tier call.'),
  ('approval_minutes_medium', 30, 5, 1440, 'minutes', 'How long people have to decide on a medium-tier call.'),
  ('approval_minutes_high', 15, 5, 1440, 'minutes', 'How long people have to decide on a high-tier call.'),
  ('approval_minutes_dual', 30, 5, 1440, 'minutes', 'How long two people have to decide on a privileged call.'),
  ('review_hours', 168, 1, 2160, 'hours', 'How long a tool version, a trust change or a team run waits for its reviewers.'),
  ('mcp_sync_minutes', 15, 1, 1440, 'minutes', 'How often the tools of an MCP server are compared with what was reviewed.'),
  ('execution_seconds', 120, 10, 3600, 'seconds', 'How long a released call may wait for a dispatcher.'),
  ('agent_concurrency', 32, 1, 1000, 'calls', 'How many calls of one agent run at the same time.'),
  ('tool_concurrency', 64, 1, 1000, 'calls', 'How many calls of one tool run at the same time.'),
  ('agent_open_cards', 10, 1, 100000, 'cards', 'How many different calls of one agent may wait for people at once; more are refused.'),
  ('key_requests_second', 50, 1, 100000, 'requests', 'How many requests a second one key may make, over all gateways.'),
  ('key_requests_burst', 100, 1, 100000, 'requests', 'How many requests one key may make at once before that holds.'),
  ('release_seconds_low', 0, 0, 300, 'seconds', 'How long an approved low-tier call can still be taken back before it runs.'),
  ('release_seconds_medium', 0, 0, 300, 'seconds', 'How long an approved medium-tier call can still be taken back before it runs.'),
  ('release_seconds_high', 5, 0, 300, 'seconds', 'How long an approved high-tier call can still be taken back before it runs.'),
  ('release_seconds_dual', 5, 0, 300, 'seconds', 'How long an approved privileged call can still be taken back before it runs.'),
  ('reading_seconds', 2, 1, 60, 'seconds', 'How long a high or dual call must have been on a person''s screen before they can approve it.'),
  ('hurried_seconds', 2, 1, 60, 'seconds', 'A person whose last approvals took less than this, by the median, is slowed down.'),
  ('hurried_window', 20, 5, 200, 'approvals', 'How many of a person''s last approvals are looked at for haste.'),
  ('hurried_reading_seconds', 10, 2, 120, 'seconds', 'How long a hurried person must look at a high or dual call.'),
  ('extension_minutes', 5, 1, 60, 'minutes', 'How much time people give themselves at once; twice at most.'),
  ('raw_retention_days', 30, 1, 3650, 'days', 'How long what a tool really returned is kept, sealed; then it is deleted, and its digest stays.'),
  ('cleaned_retention_days', 365, 7, 3650, 'days', 'How long what an agent received is kept; then an idempotency key that is used again gets no output.'),
  ('drill_per_mille', 10, 0, 100, 'in a thousand', 'How many drills are placed among a thousand held calls.'),
  ('step_up', 1, case when exists (select from agents.installation i where i.kind = 'demo') then 0 else 1 end, 1, '1 is on', 'Whether privileged and financial calls take a proof of presence for each approval.'),
  ('hide_refused_tools', 0, 0, 1, '1 is on', 'Whether a tool that the policy refuses an agent is answered as if there were none.'),
  ('l1_token_budget', 3000, 200, 100000, 'tokens', 'How much of the list of its tools an agent is given at once.'),
  ('l2_token_budget', 15000, 500, 1000000, 'tokens', 'How many tools an agent may have loaded in a session, by the length of their definitions.'),
  ('auto_unload_on_budget_pressure', 1, 0, 1, '1 is on', 'Whether the tools loaded first make room for the next; otherwise loading is refused.'),
  ('unload_threshold_percent', 80, 1, 100, '% of context', 'An agent that says its context is fuller than this has the tool unloaded that it loaded first.'),
  ('disclosure_above_tools', 30, 0, 10000, 'tools', 'An agent that may use more tools than this is shown over MCP only those that it loaded.'),
  ('quorum_role_hours', 24, case when exists (select from agents.installation i where i.kind = 'demo') then 0 else 24 end, 720, 'hours', 'How long a role must be held before it counts towards two people.')
on conflict (name) do update set value = greatest(excluded.least, least(settings.value, excluded.most)), least = excluded.least, most = excluded.most, unit = excluded.unit, description = excluded.description;

-- Evidence is gathered from the first event on.
insert into agents.trust_cursor (one, txid, event_id) values (1, '0', 0) on conflict do nothing;

-- What levels give is derived from the policy by a function (airlock.grants_at): where that changed, what was derived before follows.
update agents.access_levels l set grants = airlock.grants_at(v.document, l.level)
from agents.policy_in_force f join agents.policy_versions v on v.version = f.version
where l.grants is distinct from airlock.grants_at(v.document, l.level) and v.document #> '{tool_access,levels}' ? l.level;
