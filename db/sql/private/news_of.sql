-- What people are told an event was, or null where it is of no interest to anybody who is not looking.
create function airlock.news_of(p_type text, p_data jsonb)
returns text language sql immutable
as $$
  select case
    when p_type in ('tool_invocation_approval_required', 'review_required') then 'approval_required'
    when p_type = 'approval_escalated' then 'escalated'
    when p_type = 'tool_invocation_decided' then 'decided'
    when p_type = 'review_decided' then case p_data ->> 'decision' when 'expired' then 'expired' else 'decided' end
    when p_type = 'tool_invocation_expired' and p_data ->> 'expiryKind' = 'approval' then 'expired'
    when p_type = 'tool_invocation_unknown' then 'unknown'
  end
$$;
