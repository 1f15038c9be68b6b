-- Whether a text proves a key that is live. A key reads alk_live_<prefix>_<secret>: the prefix finds the row, the secret's hash
-- proves it. An unknown prefix costs the same comparison as a wrong secret. Which letters the secret may have needs no look:
-- no other text has its hash. Volatile, as the clock in it is, and so still folded into whoever asks.
create function airlock.proves_key(p_text text, p_secret_hash bytea, p_revoked_at timestamptz, p_expires_at timestamptz)
returns boolean language sql volatile
as $$
  select length(p_text) = 67 and p_text like E'alk\\_live\\_________\\_%'
    and coalesce(p_secret_hash, sha256(''::bytea)) = sha256(convert_to(substr(p_text, 19), 'UTF8'))
    and p_revoked_at is null and p_expires_at > clock_timestamp()
$$;
