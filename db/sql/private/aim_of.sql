-- What of a call's targets its agent has not reached with this tool: a line of the trace where there is any, and what is to be learned of them when the call
-- ends. Who asks says what the targets are and can only raise by it: a tool whose contract has such arguments, asked for without
-- any, counts as one that was never seen. What is known and was reached today is neither.
create function airlock.aim_of(p_terms airlock.call_terms, p_targets jsonb, out line jsonb, out to_learn text[])
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  words text[];
begin
  if p_targets is null then
    if p_terms.aims then
      words := '{"a target that was not said"}';
    end if;
  else
    select array_agg(t.word) filter (where s.target is null),
      array_agg(t.digest) filter (where s.target is null or s.last_seen_at < now() - interval '1 day')
    into words, to_learn
    from (select distinct e as word, airlock.sha256_hex(e) as digest from jsonb_array_elements_text(p_targets) e) t
    left join agents.seen_targets s on s.agent_id = p_terms.agent_id and s.tool_id = p_terms.tool_id and s.target = t.digest;
  end if;
  if words is not null then
    line := airlock.trace_line('target.first_seen', 'pass', null, array_to_string(words, ', '),
      'This agent has not reached this with the tool before: the call is one tier higher.');
  end if;
end
$$;
