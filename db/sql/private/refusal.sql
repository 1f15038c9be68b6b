-- A refusal as a value, for where one of several must not end the others: what airlock.refuse raises. Immutable, so that one with
-- a fixed sentence is made when a statement is planned and not whenever it runs.
create function airlock.refusal(p_state text, p_message text, p_detail jsonb default null)
returns jsonb language sql immutable
as $$
  select jsonb_build_object('state', p_state, 'message', p_message, 'detail', p_detail)
$$;
