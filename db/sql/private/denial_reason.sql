-- What an agent is told of a denial: the sentence of every line that denied, once.
create function airlock.denial_reason(p_lines jsonb)
returns text language sql stable
as $$
  select left(string_agg(d.sentence, ' ' order by d.place), 1000) from (
    select line ->> 'sentence' as sentence, min(place) as place from jsonb_array_elements(p_lines) with ordinality l (line, place)
    where line ->> 'concluded' = 'deny' group by 1
  ) d
$$;
