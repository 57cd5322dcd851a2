-- The audit log by who and by what, and its days, in an agency with years of them.
create index audit_log_of_actor on audit_log (agency_id, actor_id, id desc);
create index audit_log_of_action on audit_log (agency_id, action, id desc);
create index audit_log_of_day on audit_log (agency_id, created_at);
