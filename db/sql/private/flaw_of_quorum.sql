-- Which class of a policy asks for more people than could ever say yes, in a sentence, or null: by the roles that it has vote, and for each agent that
-- may ask beside its owner. Only of a class that asks for more than it did, or of others: who goes away later makes no other change impossible.
create function airlock.flaw_of_quorum(p_before jsonb, p_after jsonb)
returns text language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select format('Calls of class %s take %s of the role %s; %s.', c.name, airlock.people_words(c.asks), array_to_string(c.voters, ' or '),
    case when pool.agent is null then pool.size || ' may vote' else pool.agent || ' has ' || pool.size || ' beside its owner' end)
  from (
    select n.name, max(n.asked) filter (where n.after) as asks, max(n.asked) filter (where not n.after) as asked,
      airlock.texts_of(p_after #> array['classes', 'safety', n.name, 'voters']) as voters,
      p_after #> array['classes', 'safety', n.name, 'voters'] @> (p_before #> array['classes', 'safety', n.name, 'voters']) as as_wide
    from (
      select s.name, d.after, greatest((s.body ->> 'people')::int, (s.body ->> 'open_people')::int, (
        select max((d.policy #>> array['classes', 'egress', t.egress_class])::int) from agents.tools_registry t
        where t.safety_class = s.name and t.state <> 'retired')) as asked
      from (values (true, p_after), (false, p_before)) d (after, policy) cross join lateral jsonb_each(d.policy #> '{classes,safety}') s (name, body)
    ) n
    group by n.name
  ) c
  cross join lateral (
    select null as agent, airlock.voters_beside(null, c.voters) as size
    union all
    select g.name, airlock.voters_beside(g.owner_id, c.voters) from agents.agents g where g.frozen_at is null
  ) pool
  where (c.asks > c.asked or not c.as_wide) and pool.size < c.asks
  order by c.name, pool.agent nulls first limit 1
$$;
