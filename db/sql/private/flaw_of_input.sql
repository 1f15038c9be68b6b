-- Why an input cannot be kept exactly, as a refusal: not a JSON object, too large, with NUL or a lone surrogate in it,
-- with a number that is none. Null when it can.
create function airlock.flaw_of_input(p_input text)
returns jsonb language sql stable
as $$
  select case
    when p_input is null or octet_length(p_input) > 262144
      then airlock.refusal('AL027', 'The input is missing or larger than 256 KiB.')
    when octet_length(p_input) > 4096 and airlock.is_too_deep(p_input)
      then airlock.refusal('AL026', 'The input is nested too deep.')
    -- Asked rather than tried: a try that may fail is a subtransaction for every call.
    when not pg_input_is_valid(p_input, 'jsonb')
      then airlock.refusal('AL026', 'The input is not JSON that can be kept: bad syntax, NUL, a lone surrogate or too deep.')
    when p_input is not json object with unique keys
      then airlock.refusal('AL026', 'The input is not a JSON object, or names something twice.')
    -- Few have an exponent of three digits, also in a text.
    when p_input ~ '[0-9][eE][+-]?[0-9]{3}' and airlock.has_wild_number(p_input)
      then airlock.refusal('AL026', 'The input has a number that is too large or too small to be kept.')
  end
$$;
