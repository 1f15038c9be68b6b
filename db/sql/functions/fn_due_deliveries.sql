-- Hands out what is due, under a lease: a keeper that dies lets go of it when the lease ends, and it is sent again under the same id. A few a
-- channel at a time, less those that the keeper has under way (p_under_way names the channel of each), so that a slow target holds up nobody else's news. A call
-- for people that was answered before its turn came, or before its next try, does not go out.
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
  update agents.notification_deliveries d
  set state = 'failed', next_at = null, ended_at = now(), last_error = 'It was settled before it could be delivered.'
  where d.id in (
    select w.id from agents.notification_deliveries w
    where w.state = 'waiting' and w.next_at <= now() and w.news in ('approval_required', 'escalated')
      and not exists (select from agents.approvals a
        where a.subject_kind = w.subject_kind and a.subject_id = w.subject_id and a.status = 'pending' and a.expires_at > now())
    order by w.next_at for update skip locked limit 1000);
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
