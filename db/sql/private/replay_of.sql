-- What a key stands for (airlock.replay), or a refusal.
create function airlock.replay_of(p_first uuid, p_tool text, p_input_digest text)
returns jsonb language plpgsql stable
set search_path = pg_catalog, pg_temp
as $$
declare
  answer jsonb := airlock.replay(p_first, p_tool, p_input_digest);
begin
  if answer ? 'state' then
    perform airlock.refuse(answer ->> 'state', answer ->> 'message', answer -> 'detail');
  end if;
  return answer;
end
$$;
