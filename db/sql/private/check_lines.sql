-- Refuses trace lines that are not what pages can show: few, short, and of the three words that only narrow. The process
-- that brings them is the exposed one, and people read them when they decide.
create function airlock.check_lines(p_lines jsonb)
returns void language plpgsql immutable
set search_path = pg_catalog, pg_temp
as $$
begin
  if jsonb_typeof(p_lines) is distinct from 'array' or pg_column_size(p_lines) > 65536 or jsonb_array_length(p_lines) > 64 or exists (
    select from jsonb_array_elements(p_lines) line
    where jsonb_typeof(line) <> 'object'
      or coalesce(line ->> 'concluded', '') not in ('pass', 'hold', 'deny')
      or coalesce(line ->> 'stage', '') <> 'check'
      or coalesce(jsonb_typeof(line -> 'rule'), '') <> 'string' or length(line ->> 'rule') > 120
      or coalesce(jsonb_typeof(line -> 'saw'), '') <> 'string' or length(line ->> 'saw') > 400
      or coalesce(jsonb_typeof(line -> 'sentence'), '') <> 'string' or length(line ->> 'sentence') > 400
      or (line ->> 'concluded' = 'hold') is distinct from coalesce(line -> 'people' in ('1', '2'), false)
      or line - array['rule', 'stage', 'concluded', 'people', 'saw', 'sentence'] <> '{}'
  ) then
    perform airlock.refuse('AL026', 'The checks are not lines of a decision trace.');
  end if;
end
$$;
