-- The lane that entries about a subject go to. Whoever writes several entries in one transaction writes them in the order of
-- their lanes, or two of them could wait for each other.
create function audit.lane_of(p_subject text)
returns int language sql stable
as $$
  select case when p_subject like 'invocation:%' then get_byte(sha256(convert_to(p_subject, 'UTF8')), 0) % 15 else 15 end
$$;
