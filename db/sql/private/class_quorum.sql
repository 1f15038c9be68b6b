-- How many people a tool's classes ask for at the least. What is not known asks for two.
create function airlock.class_quorum(p_safety_class text, p_egress_class text, p_requires_approval boolean)
returns int language sql immutable
as $$
  select case
    when p_safety_class = 'privileged' then 2
    when p_safety_class is null or p_egress_class is null or p_requires_approval is null then 2
    when p_safety_class in ('write', 'financial') or p_egress_class = 'write' or p_requires_approval then 1
    else 0
  end
$$;
