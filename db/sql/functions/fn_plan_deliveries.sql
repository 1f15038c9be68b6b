-- Reads the outbox on from where it was left and writes down who is to be told what, one delivery a channel and event; the place moves in
-- the same transaction, so nothing is planned twice or missed. In the order of transactions and below the oldest one that is still open,
-- as fn_events_after reads. One keeper reads at a time; another finds the place taken and goes on with delivering.
-- Many decisions of one transaction (somebody cleared a list) are one message. What no longer waits for people is not announced, nor is the
-- same call asked again while it waits: it folds into its card. Of one agent a channel is told of as many questions a minute as it
-- may have open; what is beyond goes out a minute later if it still waits, so that an agent that asks and takes back without end pages nobody without end, and is in nobody's way.
-- Returns how many events were read.
create function agents.fn_plan_deliveries(p_limit int default 500)
returns int language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  place agents.notification_cursor;
  horizon xid8;
  ending record;
  told record;
  many record;
  facts jsonb;
  asker text;
  step int;
begin
  if coalesce(p_limit, 0) not between 1 and 1000 then
    perform airlock.refuse('AL026', 'Planning reads 1 to 1,000 events.');
  end if;
  if not exists (select from agents.notification_channels c where c.enabled and c.retired_at is null) then
    return 0;
  end if;
  select c.* into place from agents.notification_cursor c for update skip locked;
  if place.one is null then
    return 0;
  end if;
  horizon := pg_snapshot_xmin(pg_current_snapshot());
  if place.txid > pg_snapshot_xmax(pg_current_snapshot()) then
    -- From before a restore: to wait for it would be to wait in silence.
    update agents.notification_cursor set txid = horizon, event_id = 0;
    return 0;
  end if;
  select p.txid, p.id, p.number::int into ending from (
    select e.txid, e.id, row_number() over (order by e.txid, e.id) as number from agents.events e
    where (e.txid, e.id) > (place.txid, place.event_id) and e.txid < horizon order by e.txid, e.id limit p_limit
  ) p order by p.number desc limit 1;
  if ending.number is null then
    return 0;
  end if;
  for told in
    select min(n.id) as id, n.news, n.kind, (array_agg(n.subject order by n.id))[1] as subject, array_agg(n.subject) as subjects,
      min(n.at) as at, n.decision, max(n.step) as step, count(*)::int as number
    from (
      select e.id, e.txid, e.at, e.subject, i.agent_id, airlock.news_of(e.type, e.data) as news, coalesce(e.data ->> 'kind', 'invocation') as kind,
        e.data ->> 'decision' as decision, (e.data ->> 'step')::int as step
      from agents.events e left join agents.tool_invocations i on i.id = e.subject
      where (e.txid, e.id) > (place.txid, place.event_id) and (e.txid, e.id) <= (ending.txid, ending.id)
    ) n
    where n.news is not null and (n.news <> 'approval_required' or exists (
      select from agents.approvals mine
      where mine.subject_kind = n.kind and mine.subject_id = n.subject and mine.status = 'pending'
        and not (n.kind = 'invocation' and exists (
          select from agents.approvals before
          where before.agent_id = mine.agent_id and before.digest = mine.digest and before.status = 'pending' and before.id < mine.id))))
    group by n.txid, n.news, n.kind, n.agent_id, n.decision, case when n.news not in ('decided', 'expired') or n.kind <> 'invocation' then n.id end
    order by min(n.id)
  loop
    facts := airlock.facts_of(told.kind, told.subject);
    if told.number > 1 then
      select max(airlock.rank_of(i.tier)) as rank, count(distinct i.tool_id) as tools into many
      from agents.tool_invocations i where i.id = any (told.subjects);
      facts := facts - 'askedAt' - 'endsAt' - 'required' - case when many.tools > 1 then 'tool' else '' end
        || jsonb_build_object('count', told.number, 'rank', many.rank, 'tier', (array['low', 'medium', 'high', 'dual'])[many.rank]);
    end if;
    facts := facts || jsonb_strip_nulls(jsonb_build_object('at', airlock.stamp(told.at), 'decision', told.decision, 'step', told.step));
    asker := facts ->> 'agent';
    step := coalesce(told.step, (select a.escalation from agents.approvals a
      where a.subject_kind = told.kind and a.subject_id = told.subject order by a.revision desc limit 1), 0);
    insert into agents.notification_deliveries (id, channel_id, event_id, news, subject_kind, subject_id, facts, recipients, state, attempts, next_at, created_at)
    select airlock.new_id(), c.id, told.id, told.news, told.kind, told.subject, facts, r.recipients, 'waiting', 0,
      now() + case when told.news = 'approval_required' and airlock.setting('agent_open_cards') <= (
        select count(*) from agents.notification_deliveries d
        where d.channel_id = c.id and d.news = 'approval_required' and d.created_at > now() - interval '1 minute' and d.facts ->> 'agent' = asker
      ) then interval '1 minute' else interval '0' end, now()
    from agents.notification_channels c
    cross join lateral (
      select case when c.audience = 'target' then '{}'::text[] else airlock.recipients_of(c.audience, told.kind, told.subject, step) end as recipients
    ) r
    where c.enabled and c.retired_at is null and told.news = any (c.news) and c.least_rank <= coalesce((facts ->> 'rank')::int, 4)
      and c.created_at <= told.at and (c.audience = 'target' or cardinality(r.recipients) > 0)
    on conflict (channel_id, event_id) do nothing;
  end loop;
  update agents.notification_cursor set txid = ending.txid, event_id = ending.id;
  return ending.number;
end
$$;
