-- Whether a client wrote the note: the author's role may change, and clients must not learn who had written for the agency.
alter table notes add column is_by_client boolean not null default false;
update notes n set is_by_client = true
where exists (select 1 from project_members m
  where m.project_id = n.project_id and m.user_id = n.created_by and m.role = 'external-approver');
