-- Hands out what is due, under a lease: a keeper that dies lets go of it when the lease ends, and it is sent again under the same id. A few a
-- channel at a time, less those that the keeper has under way (p_under_way names the channel of each), so that a slow target holds up nobody else's news. A call
-- for people that was answered before its turn came, or before its next try, does not go out. Where the same call was asked again meanwhile, and was
-- not announced because it was folded into that one's card, the message goes out for what still waits: nobody else would tell of it.
create function agents.fn_due_deliveries(p_limit int, p_lease_seconds int, p_under_way uuid[] default '{}')
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  due uuid[];
begin
  if coalesce(p_limit, 0) not between 1 and 100 or coalesce(p_lease_seconds, 0) not between 5 and 600 or p_under_way is null or cardinality(p_under_way) > 100 then
    perform airlock.refuse('AL026', 'A keeper takes 1 to 100 deliveries, for 5 to 600 seconds.');
  end if;
  with settled as materialized (
    select w.* from agents.notification_deliveries w
    where w.state = 'waiting' and w.next_at <= now() and w.news in ('approval_required', 'escalated')
      and not exists (select from agents.approvals a
        where a.subject_kind = w.subject_kind and a.subject_id = w.subject_id and a.status = 'pending' and a.expires_at > now())
    order by w.next_at for update skip locked limit 1000
  ), folded as (
    select distinct on (s.channel_id, twin.subject_id) s.id, twin.subject_id, twin.created_at
    from settled s
    cross join lateral (
      select a.subject_id, a.created_at from agents.approvals was
      join agents.approvals a on a.agent_id = was.agent_id and a.digest = was.digest and a.id <> was.id
      where was.subject_kind = 'invocation' and was.subject_id = s.subject_id
        and a.subject_kind = 'invocation' and a.status = 'pending' and a.expires_at > now()
      order by a.id limit 1
    ) twin
    -- An escalation is about the time that one question had left.
    where s.news = 'approval_required' and s.subject_kind = 'invocation'
      and not exists (select from agents.notification_deliveries d
        where d.channel_id = s.channel_id and d.news = s.news and d.subject_kind = s.subject_kind and d.subject_id = twin.subject_id)
    order by s.channel_id, twin.subject_id, s.id
  ), kept as (
    update agents.notification_deliveries d
    set subject_id = f.subject_id, facts = d.facts || airlock.facts_of('invocation', f.subject_id) || jsonb_build_object('at', airlock.stamp(f.created_at))
    from folded f where d.id = f.id returning d.id
  )
  update agents.notification_deliveries d
  set state = 'failed', next_at = null, ended_at = now(), last_error = 'It was settled before it could be delivered.'
  from settled s where d.id = s.id and not exists (select from kept k where k.id = d.id);
  select array_agg(w.id) into due from (
    select l.id from (
      select l.id, l.next_at, row_number() over (partition by c.id order by l.next_at, l.id) as place,
        cardinality(array_positions(p_under_way, c.id)) as held
      from agents.notification_channels c
      cross join lateral (
        select d.id, d.next_at from agents.notification_deliveries d
        where d.channel_id = c.id and d.state = 'waiting' and d.next_at <= now() and (c.enabled or d.news = 'test')
        order by d.next_at for update skip locked limit 4
      ) l
      where c.retired_at is null
    ) l
    where l.held + l.place <= 4
    order by l.next_at limit p_limit
  ) w;
  update agents.notification_deliveries set attempts = attempts + 1, next_at = now() + make_interval(secs => p_lease_seconds)
  where id = any (due);
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', d.id, 'channel', c.id, 'kind', c.kind, 'target', c.target, 'audience', c.audience,
      'sealed', encode(c.sealed, 'base64'), 'sealedTo', c.sealed_to, 'news', d.news, 'subjectKind', d.subject_kind, 'subjectId', d.subject_id,
      'facts', d.facts, 'recipients', d.recipients, 'attempt', d.attempts) order by d.created_at)
    from agents.notification_deliveries d join agents.notification_channels c on c.id = d.channel_id where d.id = any (due)), '[]');
end
$$;
