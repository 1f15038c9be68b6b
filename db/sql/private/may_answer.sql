-- Whether a person could answer this question (null: questions of this kind): active, of a role that votes on it, and not the agent's owner.
create function airlock.may_answer(p_person uuid, p_kind text, p_subject uuid)
returns boolean language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
    select from agents.people p
    where p.id = p_person and p.disabled_at is null and p.id is distinct from airlock.owner_of_subject(p_kind, p_subject)
      and p.role = any (case p_kind
        -- What became of a lost call is told by whoever looks, whatever its class.
        when 'invocation' then coalesce(
          (select airlock.voters_for(i.tool_id) from agents.tool_invocations i where i.id = p_subject and i.status <> 'unknown'),
          array['operator', 'reviewer'])
        else airlock.voters_of(p_kind) end))
$$;
