-- Whether the person who made a rule could still give its answer: a standing yes is worth no more than theirs.
create function airlock.rule_maker_stands(p_rule agents.standing_rules)
returns boolean language sql stable
as $$
  select exists (
    select from agents.people p join agents.tool_versions v on v.id = p_rule.tool_version_id
    where p.id = p_rule.made_by and p.disabled_at is null and p.role = any (airlock.voters_for(v.tool_id)) and p.counts_from <= now()
      and not exists (select from agents.agents a where a.id = p_rule.agent_id and a.owner_id = p.id))
$$;
