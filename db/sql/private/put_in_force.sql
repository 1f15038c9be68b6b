-- Takes a policy apart into the rows that calls are decided by, and lets them be decided by it from now on. All of it or nothing; what a constraint
-- refuses, no policy can ask for. Calls that were released under the one before are looked at again when they are claimed, and calls and
-- actions that wait are asked about anew (airlock.renew_call, airlock.renew_action).
create function airlock.put_in_force(p_version int)
returns void language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  policy constant jsonb := (select v.document from agents.policy_versions v where v.version = p_version);
  before int;
  flaw text;
begin
  -- One at a time, and nobody is decided by half of it: whoever reads sees the rows of one commit.
  select f.version into before from agents.policy_in_force f where f.one = 1 for update;
  flaw := airlock.flaw_of_policy(policy);
  if flaw is not null then
    perform airlock.refuse('AL043', flaw);
  end if;
  flaw := airlock.flaw_of_quorum((select v.document from agents.policy_versions v where v.version = before), policy);
  if flaw is not null then
    perform airlock.refuse('AL040', flaw);
  end if;
  insert into agents.safety_classes (name, people, open_people, voters, attempts, backoff_seconds, audit_detail, cleaning)
  select c.name, (c.body ->> 'people')::int, (c.body ->> 'open_people')::int, airlock.texts_of(c.body -> 'voters'), (c.body ->> 'attempts')::int,
    (c.body ->> 'backoff_seconds')::int, c.body ->> 'audit', c.body -> 'cleaning'
  from jsonb_each(policy #> '{classes,safety}') c (name, body)
  on conflict (name) do update set people = excluded.people, open_people = excluded.open_people, voters = excluded.voters, attempts = excluded.attempts,
    backoff_seconds = excluded.backoff_seconds, audit_detail = excluded.audit_detail, cleaning = excluded.cleaning;
  insert into agents.egress_classes (name, people)
  select c.name, (c.people #>> '{}')::int from jsonb_each(policy #> '{classes,egress}') c (name, people)
  on conflict (name) do update set people = excluded.people;
  insert into agents.access_levels (level, rank, grants)
  select n.name, n.rank - 1, coalesce(airlock.grants_at(policy, n.name), '{}')
  from unnest(array['sandboxed', 'restricted', 'standard', 'elevated', 'custom']) with ordinality n (name, rank)
  on conflict (level) do update set grants = excluded.grants;
  delete from agents.custom_levels;
  insert into agents.custom_levels (name, grants)
  select l.name, l.grants from jsonb_each(policy #> '{tool_access,levels}') l (name, grants)
  where l.name not in ('sandboxed', 'restricted', 'standard', 'elevated');

  update agents.agents set profile_ids = '{}' where profile_ids <> '{}';
  delete from agents.profile_rules;
  delete from agents.profile_budgets;
  delete from agents.profiles p where not policy -> 'profiles' ? p.name;
  insert into agents.profiles (id, name, description, auto_approve, human_approval, approval_minutes, created_at)
  select airlock.new_id(), p.name, coalesce(p.body ->> 'description', ''), case when p.body ? 'auto_approve' then airlock.texts_of(p.body -> 'auto_approve') end,
    airlock.texts_of(p.body -> 'human_approval'), coalesce(p.body -> 'approval_minutes', '{}'), now()
  from jsonb_each(policy -> 'profiles') p (name, body)
  on conflict (name) do update set description = excluded.description, auto_approve = excluded.auto_approve, human_approval = excluded.human_approval,
    approval_minutes = excluded.approval_minutes;
  insert into agents.profile_rules (id, profile_id, subject_kind, subject, effect, people, reason, reach, max_invocations, only_after, per, until)
  select airlock.new_id(), h.id, case when r ? 'tool' then 'tool' else 'action' end, coalesce(r ->> 'tool', r ->> 'action'),
    case when r ? 'deny' then 'deny' when r ? 'people' then 'hold' else 'narrow' end, case when r ? 'deny' then 0 else coalesce((r ->> 'people')::int, 0) end, r ->> 'reason',
    (select jsonb_object_agg(k, v) from jsonb_each(r) parts (k, v) where k in ('hosts', 'read', 'write', 'limits', 'backends')),
    (r ->> 'max_invocations')::int, case when r ? 'only_after' then airlock.texts_of(r -> 'only_after') end, coalesce(r ->> 'per', 'session'), (r ->> 'until')::timestamptz
  from agents.profiles h, jsonb_array_elements(coalesce(policy #> array['profiles', h.name, 'rules'], '[]')) r;
  insert into agents.profile_budgets (id, profile_id, subject_kind, subject, calls, cost, per)
  select airlock.new_id(), h.id, case when b ? 'tool' then 'tool' when b ? 'action' then 'action' end, coalesce(b ->> 'tool', b ->> 'action'),
    (b ->> 'calls')::int, (b ->> 'cost')::numeric, b ->> 'per'
  from agents.profiles h, jsonb_array_elements(coalesce(policy #> array['profiles', h.name, 'budgets'], '[]')) b;

  update agents.agents g set
    profile_ids = array(select h.id from agents.profiles h where e.entry -> 'profiles' ? h.name order by h.name),
    custom_level = e.entry ->> 'custom_level',
    custom_grants = case when g.access_level = 'custom' or e.entry ? 'custom_level' then airlock.grants_at(policy, coalesce(e.entry ->> 'custom_level', 'custom')) end,
    narrowing = e.entry -> 'narrow', allowed_tools = airlock.texts_of(e.entry -> 'allow'), denied_tools = airlock.texts_of(e.entry -> 'deny'),
    enforce_tool_policies = coalesce((e.entry -> 'enforce_tool_policies')::boolean, true), trust_config = e.entry -> 'trust',
    counted = exists (
      select from agents.profiles h where e.entry -> 'profiles' ? h.name and (exists (select from agents.profile_budgets b where b.profile_id = h.id)
        or exists (select from agents.profile_rules r where r.profile_id = h.id and (r.max_invocations is not null or r.only_after is not null))))
  from (select n.id, coalesce(policy #> array['agents', n.name], '{}') as entry from agents.agents n) e
  where e.id = g.id;

  insert into agents.trust_in_force (one, config, version) values (1, policy -> 'trust', p_version)
  on conflict (one) do update set config = excluded.config, version = excluded.version;
  -- Where everybody stands is worked out anew. Agents that have not been looked at yet keep their declared level until they are.
  if policy -> 'trust' is distinct from (select v.document -> 'trust' from agents.policy_versions v where v.version = before)
    or exists (select from agents.policy_versions v, jsonb_each(v.document -> 'agents') a
      where v.version = before and a.value -> 'trust' is distinct from policy #> array['agents', a.key, 'trust'])
    or exists (select from jsonb_each(policy -> 'agents') a where a.value ? 'trust')
  then
    perform airlock.note_evidence(array(select g.id from agents.agents g));
  end if;
  insert into agents.policy_in_force (one, version, since) values (1, p_version, now())
  on conflict (one) do update set version = excluded.version, since = excluded.since;
  insert into agents.policy_activations (id, version, replaced, at) values (airlock.new_id(), p_version, before, now());
  perform airlock.wake();
exception when check_violation or not_null_violation or invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range or unique_violation then
  perform airlock.refuse('AL043', 'No policy can ask for this: ' || left(sqlerrm, 300));
end
$$;
