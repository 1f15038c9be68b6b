-- An admin writes a policy. It decides nothing until a reviewer who did not write it puts it in force, two if it allows anything that the one in force does
-- not. Written from a version that is no longer in force it would undo what came between, so it is refused.
create function agents.fn_propose_policy(p_session text, p_document jsonb, p_reason text, p_base int)
returns jsonb language plpgsql volatile security definer
set search_path = pg_catalog, pg_temp
as $$
declare
  admin agents.people := airlock.person_with_role(p_session, 'admin');
  before agents.policy_versions;
  flaw text;
  proposed agents.policy_versions;
  review agents.approvals;
begin
  perform airlock.check_reason(p_reason, 'Say why; whoever decides on it reads this.');
  flaw := airlock.flaw_of_policy(p_document);
  if flaw is not null then
    perform airlock.refuse('AL043', flaw);
  end if;
  -- Versions are numbered one after the other.
  select v.* into strict before from agents.policy_in_force f join agents.policy_versions v on v.version = f.version where f.one = 1 for update of f;
  if p_base is distinct from before.version then
    perform airlock.refuse('AL012', format('Version %s is in force now; yours was written from another. Look at what changed, and propose again.', before.version),
      jsonb_build_object('inForce', before.version));
  end if;
  if before.document = p_document then
    perform airlock.refuse('AL026', 'This is what is in force.');
  end if;
  insert into agents.policy_versions (version, id, document, author_id, reason, base_version, widens, created_at)
  values ((select max(v.version) + 1 from agents.policy_versions v), airlock.new_id(), p_document, admin.id, p_reason, before.version,
    airlock.policy_widens(before.document, p_document), now())
  returning * into proposed;
  -- Refused now rather than when people have read it: what no table would take. (A code that ends in 000 would catch all of its class.)
  begin
    perform airlock.put_in_force(proposed.version);
    raise exception using errcode = 'AL0TB', message = 'taken back';
  exception when sqlstate 'AL0TB' then
    null;
  end;
  review := airlock.open_review('policy_version', proposed.id, airlock.policy_digest(proposed), case when proposed.widens then 2 else 1 end);
  perform audit.append('person:' || admin.id, 'policy.proposed', 'policy_version:' || proposed.id, jsonb_build_object('version', proposed.version,
    'base', before.version, 'digest', review.digest, 'widens', proposed.widens, 'required', review.required, 'reason', p_reason));
  return jsonb_build_object('version', proposed.version, 'id', proposed.id, 'widens', proposed.widens, 'required', review.required, 'approval', review.id);
end
$$;
