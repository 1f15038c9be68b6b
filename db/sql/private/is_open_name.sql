-- Whether a name that a person gives shows all that it has: no line break, no control, nothing without width, nothing that turns the direction. Others
-- tell people, views and keys apart by it, and a second voter named like the first but for what nobody sees would read as one. A joiner stays
-- where a script or an emoji needs it.
create function airlock.is_open_name(p_name text)
returns boolean language sql immutable
as $$
  select regexp_replace(p_name, E'([\\u0600-\\u109f\\u2190-\\u2bff\\U0001f000-\\U0001faff])[\\u200c\\u200d\\ufe0f]{1,2}', E'\\1', 'g')
    !~ E'[\\u0001-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ue000-\\uf8ff\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff0-\\uffff\\U0001bca0-\\U0001bca3\\U0001d173-\\U0001d17a\\U000e0000-\\U000e0fff\\U000f0000-\\U0010ffff]'
$$;
