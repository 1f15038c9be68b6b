-- Whether it is worth looking for a text in a JSON value (airlock.contains_text), by its own text alone: never no where that would say
-- yes. What is escaped in it, and a number that can be written in several ways, has to be looked at. As it stands and as it reads: a mark
-- after a text joins its last letter when it is read.
create function airlock.may_contain(p_json text, p_text text)
returns boolean language sql immutable
as $$
  select strpos(p_json, E'\\') > 0 or strpos(p_json, p_text) > 0 or p_text ~ E'^[-+.0-9eE\\s]*$' or strpos(airlock.folded(p_json), airlock.folded(p_text)) > 0
$$;
