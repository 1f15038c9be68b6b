-- Puts a line before people that asks nothing of them. An agent has few of them open at a time: a wall of notices hides the one that matters.
create function airlock.put_notice(p_call agents.tool_invocations, p_input jsonb)
returns jsonb language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  most constant int := 20;
  notice agents.notices;
begin
  select n.* into notice from agents.notices n where n.invocation_id = p_call.id;
  if notice.id is null then
    perform from agents.agents a where a.id = p_call.agent_id for no key update;
    if (select count(*) from agents.notices n where n.agent_id = p_call.agent_id and n.dismissed_at is null) >= most then
      perform airlock.refuse('AL071', format('%s notices of this agent are still open, which is the most.', most));
    end if;
    insert into agents.notices (id, agent_id, invocation_id, level, title, text, created_at)
    values (airlock.new_id(), p_call.agent_id, p_call.id, coalesce(p_input ->> 'level', 'info'), p_input ->> 'title',
      coalesce(p_input ->> 'text', ''), now())
    returning * into notice;
    perform airlock.wake();
    perform audit.append('agent:' || p_call.agent_id, 'notice.put', 'notice:' || notice.id,
      jsonb_build_object('invocation', p_call.id, 'level', notice.level));
  end if;
  return jsonb_build_object('id', notice.id, 'putAt', airlock.stamp(notice.created_at));
end
$$;
