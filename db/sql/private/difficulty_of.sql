-- How hard a call counts as, from 1 to 5: by the tier that was worked out when it was asked for, and never by more than its tool's class and risk
-- make of it. An alarm raises a tier, and an agent can raise one by what it writes into an argument: that makes no work harder.
create function airlock.difficulty_of(p_tier text, p_risk text, p_safety_class text)
returns int language sql immutable
as $$
  select (array[1, 2, 4, 5])[least(airlock.rank_of(p_tier), airlock.rank_of(airlock.tier_of(p_risk, p_safety_class, false)))]
$$;
