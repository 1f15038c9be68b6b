-- An agent asks whether its team may start. People answer in the same inbox as for calls, and it is one of the agent's open cards there;
-- nothing is dispatched by it.
create function agents.fn_ask_team_run(p_key text, p_name text, p_plan text, p_people int default 1, p_idempotency_key text default null)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  asking_key agents.agent_keys := airlock.key_of_agent(p_key);
  run agents.team_runs;
  digest text;
begin
  perform airlock.check_input(p_plan);
  if coalesce(btrim(p_name), '') = '' or length(p_name) > 200 or coalesce(p_people, 0) not between 1 and 2
    or length(p_idempotency_key) > 255 or p_idempotency_key = ''
  then
    perform airlock.refuse('AL026', 'A team run has a name of at most 200 characters, asks one or two people, and a key has 1 to 255 characters.');
  end if;
  digest := airlock.sha256_hex(concat_ws(E'\n', 'al1-team-run', asking_key.agent_id::text, p_people::text,
    airlock.sha256_hex(btrim(p_name)), airlock.sha256_hex(p_plan)));
  -- Before anything else: what a key stands for changes neither with a switch nor with what waits.
  if p_idempotency_key is not null then
    select r.* into run from agents.team_runs r where r.agent_id = asking_key.agent_id and r.idempotency_key = p_idempotency_key;
    if run.id is not null then
      return airlock.team_run_again(run, digest);
    end if;
  end if;
  if exists (select from airlock.stopped_by(asking_key.agent_id, null)) then
    perform airlock.refuse('AL023', 'Calls are stopped by the kill switch.');
  end if;
  if exists (select from agents.agents a where a.id = asking_key.agent_id and a.frozen_at is not null) then
    perform airlock.refuse('AL022', 'This agent is frozen.');
  end if;
  if airlock.cards_left(asking_key.agent_id) <= 0 then
    perform airlock.refuse('AL042', 'This agent has as many open requests as people can look at.');
  end if;
  insert into agents.team_runs (id, agent_id, agent_key_id, name, plan, plan_digest, idempotency_key, required_approvals, approval_status, asked_at)
  values (airlock.new_id(), asking_key.agent_id, asking_key.id, btrim(p_name), p_plan, digest, p_idempotency_key, p_people, 'pending', now())
  on conflict (agent_id, idempotency_key) do nothing returning * into run;
  if run.id is null then
    -- Another request with this key came first, a moment ago.
    select r.* into strict run from agents.team_runs r where r.agent_id = asking_key.agent_id and r.idempotency_key = p_idempotency_key;
    return airlock.team_run_again(run, digest);
  end if;
  perform airlock.open_review('team_run', run.id, digest, p_people);
  perform audit.append('agent:' || run.agent_id, 'team_run.asked', 'team_run:' || run.id,
    jsonb_build_object('name', run.name, 'planDigest', digest, 'required', p_people));
  return airlock.team_run_view(run);
end
$$;
