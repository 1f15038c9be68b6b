-- Gives one answer to each of several calls, as the function for a single one would, in a part of the transaction of its own: what one is
-- refused for changes nothing for the others. In the order of the lanes, so that two lists never wait for each other both; the
-- answers are in the order of the items, each with `ok`, and a refusal as what was raised.
create function airlock.decide_each(p_session text, p_items jsonb, p_decision text, p_reason text, p_note text default null)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  item record;
  answers jsonb[];
  state text;
  said text;
  detail text;
begin
  for item in
    select s.n, (s.e ->> 'id')::uuid as id, (s.e ->> 'revision')::int as revision, s.e ->> 'digest' as digest
    from jsonb_array_elements(p_items) with ordinality s (e, n)
    order by audit.lane_of('invocation:' || (s.e ->> 'id')::uuid), s.n
  loop
    begin
      answers[item.n] := '{"ok": true}' || case p_decision
        when 'approve' then agents.fn_approve_tool_invocation(p_session, item.id, item.revision, item.digest, p_reason,
          jsonb_build_object('together', jsonb_array_length(p_items)))
        else agents.fn_reject_tool_invocation(p_session, item.id, item.revision, item.digest, p_reason, p_note) end;
    exception when others then
      get stacked diagnostics state = returned_sqlstate, said = message_text, detail = pg_exception_detail;
      if state !~ '^AL' and state <> '55P03' then
        raise;
      end if;
      answers[item.n] := jsonb_build_object('ok', false, 'id', item.id) || airlock.refusal(state, said, nullif(detail, '')::jsonb);
    end;
  end loop;
  return to_jsonb(answers);
end
$$;
