-- What the idempotency key of a team run stands for, or a refusal where it is brought with another plan.
create function airlock.team_run_again(p_run agents.team_runs, p_digest text)
returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
begin
  if p_run.plan_digest <> p_digest then
    perform airlock.refuse('AL024', 'This idempotency key was used with another plan.', jsonb_build_object('id', p_run.id));
  end if;
  return airlock.team_run_view(p_run) || '{"replayed": true}';
end
$$;
