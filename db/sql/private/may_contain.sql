-- Whether it is worth looking for a text in a JSON value (airlock.contains_text), by its own text alone: never no where that would say
-- yes. What is escaped in it, and a number that can be written in several ways, has to be looked at.
create function airlock.may_contain(p_json text, p_text text)
returns boolean language sql immutable
as $$
  select strpos(p_json, '\') > 0 or p_text ~ '^[-+.0-9eE\s]*$' or strpos(airlock.folded(p_json), airlock.folded(p_text)) > 0
$$;
