-- One line of a decision trace, in the shape of lib/policy/decision-trace.ts.
create function airlock.trace_line(p_rule text, p_concluded text, p_people int, p_saw text, p_sentence text)
returns jsonb language sql stable
as $$
  select json_object(
    'rule': p_rule, 'stage': 'decide', 'concluded': p_concluded, 'people': p_people, 'saw': left(p_saw, 400),
    'sentence': left(p_sentence, 400) absent on null returning jsonb)
$$;
