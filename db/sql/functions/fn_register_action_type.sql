-- An admin adds a kind of action. It is never removed or renamed: tools and policies may name it from now on.
create function agents.fn_register_action_type(p_session text, p_name text, p_description text)
returns void language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
begin
  if coalesce(p_name, '') !~ '^[a-z][a-z0-9_]{0,31}:[a-z][a-z0-9_]{0,31}$' or coalesce(btrim(p_description), '') = '' or length(p_description) > 400 then
    perform airlock.refuse('AL026', 'An action type is written category:action, in lower case, with a sentence that says what it is.');
  end if;
  -- Policies are written with these for words of ours (lib/policy/action-pattern.ts), so none could ever mean the family.
  if split_part(p_name, ':', 1) in ('git', 'network', 'deployment', 'database_write') then
    perform airlock.refuse('AL026', format('In a policy %s is another word for one of ours. Choose another family.', split_part(p_name, ':', 1)));
  end if;
  insert into agents.action_types (name, description, built_in, created_by, created_at)
  values (p_name, btrim(p_description), false, admin.id, now()) on conflict do nothing;
  if not found then
    perform airlock.refuse('AL030', 'This action type exists already.');
  end if;
  perform audit.append('person:' || admin.id, 'action_type.registered', 'action_type:' || p_name, jsonb_build_object('description', btrim(p_description)));
end
$$;
