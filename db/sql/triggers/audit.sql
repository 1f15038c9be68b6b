create trigger audit_events_kept before update or delete on audit.events
  for each row execute function audit.refuse_change();
create trigger audit_events_not_truncated before truncate on audit.events
  for each statement execute function audit.refuse_change();
create trigger audit_lanes_forward before update on audit.lanes
  for each row execute function audit.guard_lane();
create trigger audit_lanes_kept before delete on audit.lanes
  for each row execute function audit.guard_lane();
create trigger audit_lanes_not_truncated before truncate on audit.lanes
  for each statement execute function audit.refuse_change();
alter table audit.events enable always trigger audit_events_kept;
alter table audit.events enable always trigger audit_events_not_truncated;
alter table audit.lanes enable always trigger audit_lanes_forward;
alter table audit.lanes enable always trigger audit_lanes_kept;
alter table audit.lanes enable always trigger audit_lanes_not_truncated;
