-- The shape of what agents.fn_invoke_tools writes beside a call, for its rows: it is never read from.
create view airlock.papers as
select null::uuid as id, null::uuid as agent_id, null::text as input, null::text as input_digest, null::jsonb as trace, null::jsonb as checks,
  null::text as justification, null::text as status, null::jsonb as notice;
