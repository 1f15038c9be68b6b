-- What an author's definition is judged against before it is registered: the action types there are, the names of the kept
-- secrets (never what they hold), and the other tools, whose names must not be imitated. Asked with the key first, so that
-- nobody else's definition is read at all.
create function agents.fn_registration_terms(p_key text)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
begin
  perform airlock.author_of_key(p_key);
  return jsonb_build_object(
    'actionTypes', (select coalesce(jsonb_agg(a.name order by a.name), '[]') from agents.action_types a),
    'secrets', (select coalesce(jsonb_agg(s.name order by s.name), '[]') from agents.secrets s where s.retired_at is null),
    'neighbours', (
      select coalesce(jsonb_agg(jsonb_build_object('name', t.name, 'description', left(t.description, 300)) order by t.name), '[]')
      from agents.tools_registry t where t.state <> 'retired'));
end
$$;
