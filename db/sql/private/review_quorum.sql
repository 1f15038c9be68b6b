-- How many people put a version in force: one, and two for what takes two or moves money, for what the scanner raised an alarm
-- about, for what somebody said no to before, and for every change that is more than words: SQL cannot tell a narrowing from a
-- widening, so it takes each for one. What took two once takes two again.
create function airlock.review_quorum(p_version agents.tool_versions, p_before agents.tool_versions)
returns int language sql stable
set search_path = pg_catalog, pg_temp
as $$
  select case
    when p_version.alarmed or p_version.contract ->> 'safetyClass' in ('financial', 'privileged') then 2
    when exists (
      select from agents.tool_versions v
      where v.tool_id = p_version.tool_id and v.definition_hash = p_version.definition_hash and v.state = 'rejected') then 2
    when exists (
      select from agents.approvals a where a.subject_kind = 'tool_version' and a.subject_id = p_version.id and a.required > 1) then 2
    when p_before.id is null or p_before.contract - words.names = p_version.contract - words.names then 1
    else 2 end
  from (select array['title', 'description', 'summary', 'annotations', 'icons', 'other', 'examples', 'failureModes', 'resources', 'costTier'] as names) words
$$;
