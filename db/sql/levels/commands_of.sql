-- The programs that a terminal of a level means: those it lists, or else all (null) at full, and a fixed few below that.
-- `none` starts nothing, which whoever asks has looked at. The few are RESTRICTED_COMMANDS of lib/policy/access-level.ts; a test holds them equal.
create function airlock.commands_of(p_terminal text, p_commands jsonb)
returns text[] language sql immutable
set search_path = pg_catalog, pg_temp
as $$
  select case when p_commands is not null then airlock.texts_of(p_commands) when p_terminal = 'full' then null
    else array['basename', 'cat', 'cmp', 'comm', 'cp', 'cut', 'date', 'diff', 'dirname', 'du', 'echo', 'expr', 'false', 'find', 'fold', 'grep', 'head', 'join', 'ln', 'ls', 'mkdir', 'mv', 'nl', 'od', 'paste', 'printf', 'pwd', 'realpath', 'rm', 'rmdir', 'sed', 'seq', 'sha256sum', 'sort', 'stat', 'tail', 'tee', 'test', 'touch', 'tr', 'true', 'uniq', 'wc'] end
$$;
