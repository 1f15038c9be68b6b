-- A text as it reads, for finding it again: what cannot be seen is left out, and width, case and white space do not matter. Whoever
-- hides a text behind them must not get past a denial that names it. Most texts are plain, and are only put in lower case.
-- To put a run of marks in order takes the square of its length, and nothing interrupts it: thousands of them on one letter would hold a
-- connection for minutes. So a character that Unicode keeps from being one parts long runs while they are put in order.
create function airlock.folded(p_text text)
returns text language sql immutable
as $$
  select case when octet_length(p_text) = length(p_text) and p_text !~ E'[\\x01-\\x1f\\x7f]|  ' then lower(p_text)
    else regexp_replace(lower(replace(normalize(regexp_replace(regexp_replace(p_text,
      E'[\\u0001-\\u0008\\u000e-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u3164\\ufdd1\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\ufffb\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff]',
      '', 'g'), E'[^\\u0001-\\u007f]{100}', E'\\&\ufdd1', 'g'), nfkc), E'\ufdd1', '')), E'\\s+', ' ', 'g') end
$$;
