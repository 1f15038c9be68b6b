-- Whether a safety class lets more of an output reach a model than before, or lets a removal go unseen. What a class does not say is as shipped, and that
-- depends on whether a tool's output is prose: before, the stronger of the two counts, and after, the weaker (lib/policy/document/class-cleaning.ts).
create function airlock.cleaning_widens(p_class text, p_before jsonb, p_after jsonb)
returns boolean language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select exists (
      select from (values ('escapes', 'remove', 'remove'), ('hidden', 'remove', 'remove'), ('credentials', 'mask', 'mask'), ('markup', 'mark', 'report'),
        ('concealed', 'remove', 'report'), ('roles', 'mark', 'report'), ('sentences', case p_class when 'network' then 'fence' else 'mark' end, 'report'),
        ('encoded', 'report', 'report')) s (step, most, least)
      cross join (select array['report', 'mark', 'mask', 'fence', 'remove', 'block'], array[0, 1, 2, 2, 3, 4]) r (words, strengths)
      where p_before ->> s.step is distinct from p_after ->> s.step
        and r.strengths[array_position(r.words, coalesce(p_after ->> s.step, s.least))] < r.strengths[array_position(r.words, coalesce(p_before ->> s.step, s.most))])
    or coalesce((p_before ->> 'max_length')::int < coalesce((p_after ->> 'max_length')::int, 2147483647), false)
    or (p_before ->> 'markers' is distinct from p_after ->> 'markers' and coalesce(p_before ->> 'markers', 'visible') = 'visible'
      and coalesce(p_after ->> 'markers', 'counted') = 'counted')
$$;
