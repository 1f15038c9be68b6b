-- A standing yes that covers this call, used up by one; null when there is none. It never answers for what takes two people, moves
-- money, has a finding, or is graver than medium: guard_rule refuses such rules, and a tool may have changed its risk since.
create function airlock.use_rule(p_terms airlock.call_terms, p_input text, p_tier text, p_people int)
returns agents.standing_rules language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  rule agents.standing_rules;
begin
  if not p_terms.ruled or p_people <> 1 or p_tier not in ('low', 'medium') or p_terms.alarmed
    or p_terms.safety_class in ('financial', 'privileged')
  then
    return null;
  end if;
  -- The asks of one agent take turns already (airlock.cards_left), so whoever else has the rule in hand is ending it: nobody waits.
  select r.* into rule from agents.standing_rules r
  where r.tool_version_id = p_terms.version_id and r.agent_id = p_terms.agent_id and r.effect = 'approve'
    and r.revoked_at is null and r.expires_at > clock_timestamp() and r.uses < r.max_uses and airlock.rule_maker_stands(r)
    and airlock.rule_matches(r.pattern, p_input::jsonb)
  order by r.id limit 1 for update skip locked;
  if rule.id is null or rule.uses >= rule.max_uses or rule.revoked_at is not null then
    return null;
  end if;
  update agents.standing_rules set uses = uses + 1 where id = rule.id returning * into rule;
  return rule;
end
$$;
