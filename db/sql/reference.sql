-- Rows that the functions rest on. Arrows: DESIGN's life of an invocation, one row each.
insert into agents.invocation_arrows (from_status, to_status, when_claimed) values
  ('pending', 'running', null), ('pending', 'rejected', null), ('pending', 'expired', null), ('pending', 'cancelled', null),
  ('pending', 'denied', null),
  ('running', 'completed', true), ('running', 'failed', true), ('running', 'cancelled', null), ('running', 'expired', false),
  ('running', 'pending', false), ('running', 'unknown', true),
  ('unknown', 'completed', null), ('unknown', 'failed', null)
on conflict do nothing;

insert into agents.policy_versions (version, document, activated_at) values (1, '{}', now()) on conflict do nothing;

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
  ('quorum_role_hours', 24, case when exists (select from agents.installation i where i.kind = 'demo') then 0 else 24 end, 720, 'hours', 'How long a role must be held before it counts towards two people.')
on conflict (name) do update set least = excluded.least, most = excluded.most, unit = excluded.unit, description = excluded.description;
