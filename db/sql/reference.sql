-- Rows that the functions rest on. Arrows: DESIGN's life of an invocation, one row each.
insert into agents.invocation_arrows (from_status, to_status, when_claimed) values
  ('pending', 'running', null), ('pending', 'rejected', null), ('pending', 'expired', null), ('pending', 'cancelled', null),
  ('pending', 'denied', null),
  ('running', 'completed', true), ('running', 'failed', true), ('running', 'cancelled', null), ('running', 'expired', false),
  ('running', 'pending', false), ('running', 'unknown', true),
  ('unknown', 'completed', null), ('unknown', 'failed', null)
on conflict do nothing;

insert into agents.policy_versions (version, document, activated_at) values (1, '{}', now()) on conflict do nothing;
