-- What of a call's targets its agent has not reached with this tool: a line of the trace where there is any, and what is to be learned of them when the call
-- ends. Who asks says what the targets are. Where the contract declares which arguments name them, those are read here: one that was not said counts as never
-- seen, as do silence and more than a thousand, and what the input does not name is not learned. So nothing that is said of them lowers a call. Hosts and paths, which are read as
-- no SQL could, are taken from who asks. What is known and was reached today is neither.
create function airlock.aim_of(p_terms airlock.call_terms, p_targets jsonb, p_input text, out line jsonb, out to_learn text[])
language plpgsql volatile
set search_path = pg_catalog, pg_temp
as $$
declare
  words text[];
  -- Whom the input names: each by the word for it, and by how that begins where it has a digest.
  plain text[];
  digested text[];
  unsaid text[];
  is_list boolean;
  any_true boolean;
  whole text;
  reached_at timestamptz;
begin
  if p_targets is null then
    if p_terms.aims then
      words := '{"a target that was not said"}';
    end if;
  else
    if p_terms.aims then
      select array_agg(n.plain), array_agg(n.digested) into plain, digested from airlock.targets_in(p_terms.version_id, p_input) n;
    end if;
    select array_agg(t.word) filter (where s.target is null),
      array_agg(t.digest) filter (where t.is_true and (s.target is null or s.last_seen_at < now() - interval '1 day')),
      bool_or(t.kind = 'list'), bool_or(t.is_true)
    into words, to_learn, is_list, any_true
    from (
      select g.*, airlock.sha256_hex(g.word) as digest, case
        when g.kind in ('host', 'path', 'list') then true
        when g.kind = 'none' then digested is null
        else exists (select from unnest(plain, digested) n (plain, digested) where g.word = n.plain or starts_with(g.word, n.digested)) end as is_true
      from (select distinct e as word, split_part(e, ' ', 1) as kind from jsonb_array_elements_text(p_targets) e) g
    ) t
    left join agents.seen_targets s on s.agent_id = p_terms.agent_id and s.tool_id = p_terms.tool_id and s.target = t.digest;
    if digested[1] is null and digested is not null then
      words := words || '{"more targets than are looked at"}';
    elsif digested is not null then
      select array_agg(coalesce(n.plain, n.digested) order by n.digested collate "C") into unsaid from unnest(plain, digested) n (plain, digested)
      where not exists (select from jsonb_array_elements_text(p_targets) e where e = n.plain or starts_with(e, n.digested));
    elsif p_terms.aims and not any_true then
      words := words || '{"a target that was not said"}';
    end if;
    if unsaid is not null and is_list then
      -- More than are said one by one: exactly these are one target, by a name that nobody else can give it.
      whole := cardinality(unsaid) || ' together sha256:' || airlock.sha256_hex(to_json(unsaid)::text);
      select s.last_seen_at into reached_at from agents.seen_targets s
      where s.agent_id = p_terms.agent_id and s.tool_id = p_terms.tool_id and s.target = airlock.sha256_hex(whole);
      if coalesce(reached_at, '-infinity') < now() - interval '1 day' then
        to_learn := to_learn || airlock.sha256_hex(whole);
      end if;
      if reached_at is null and words is null then
        words := array[whole];
      end if;
    elsif unsaid is not null then
      words := words || array(select left(u, 200) from unnest(unsaid[:32]) u);
    end if;
  end if;
  if words is not null then
    line := airlock.trace_line('target.first_seen', 'pass', null, array_to_string(words, ', '),
      'This agent has not reached this with the tool before: the call is one tier higher.');
  end if;
end
$$;
