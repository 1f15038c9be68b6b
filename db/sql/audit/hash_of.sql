-- What links an entry to the one before it: sha256(prev ‖ utf8 of the RFC 8785 array [version, lane, seq, "at_us", actor, action,
-- subject, body]). to_json on text escapes exactly what RFC 8785 escapes, so an outsider can rebuild the bytes.
create function audit.hash_of(p_prev bytea, p_lane int, p_seq bigint, p_at_us bigint, p_actor text, p_action text, p_subject text, p_body text)
returns bytea language sql stable
as $$
  select sha256(p_prev || convert_to(concat('[1,', p_lane, ',', p_seq, ',"', p_at_us, '",'), 'UTF8')
    -- One array for all four texts, without its first bracket: taken off as a byte, because characters would be counted.
    || substr(convert_to(to_json(array[p_actor, p_action, p_subject, p_body])::text, 'UTF8'), 2))
$$;
