-- What an agent is told of a denial: the sentence of every line that denied.
create function airlock.denial_reason(p_lines jsonb)
returns text language sql stable
as $$
  select left(string_agg(line ->> 'sentence', ' '), 1000) from jsonb_array_elements(p_lines) line where line ->> 'concluded' = 'deny'
$$;
