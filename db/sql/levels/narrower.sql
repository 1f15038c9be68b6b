-- The more restrictive of two words of a list that is written from the narrowest on. A word that is not there, or not known, is the narrowest
-- of what was said; where only the second is missing, the first holds.
create function airlock.narrower(p_words text[], p_left text, p_right text)
returns text language sql immutable
as $$
  select p_words[least(coalesce(array_position(p_words, p_left), 1), case when p_right is null then cardinality(p_words)
    else coalesce(array_position(p_words, p_right), 1) end)]
$$;
