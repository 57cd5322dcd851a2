-- Invitations, the people of an agency who are in no project yet, and the audit log.

-- Invited to the agency (document 1 section 2 "Agency step 2") as somebody to choose for its projects.
create table agency_members (
  agency_id bigint not null references agencies,
  user_id bigint not null references users,
  role text not null check (role in ('content-creator', 'internal-approver')),
  created_at timestamptz not null default now(),
  primary key (agency_id, user_id)
);
create index agency_members_of_user on agency_members (user_id);

-- Only a hash of the link's token: who reads this table can accept none.
create table invitations (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  -- Null: to the agency itself.
  project_id bigint references projects,
  email text not null check (email = lower(email) and length(email) between 3 and 255),
  name text not null check (length(name) between 1 and 255),
  role text not null check (
    role in ('content-creator', 'internal-approver', 'external-approver', 'agency-admin')),
  token_hash bytea not null unique,
  invited_by bigint references users,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint references users,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  check (accepted_at is null or revoked_at is null),
  check ((accepted_at is null) = (accepted_by is null)),
  check (project_id is not null or role <> 'external-approver'),
  check (project_id is null or role <> 'agency-admin')
);
-- One at a time for a person and a project (or the agency), whatever runs beside each other: the open one is sent again.
create unique index invitations_one_open on invitations (agency_id, coalesce(project_id, 0), email)
  where accepted_at is null and revoked_at is null;
create index invitations_of_email on invitations (email) where accepted_at is null and revoked_at is null;
create index invitations_of_inviter on invitations (agency_id, sent_at);

-- Who changed what: written with the change, and then it stands.
create table audit_log (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  project_id bigint references projects,
  actor_id bigint references users,
  action text not null,
  subject text not null,
  old jsonb,
  new jsonb,
  address text,
  created_at timestamptz not null default now()
);
create index audit_log_of_agency on audit_log (agency_id, id desc);
create index audit_log_of_project on audit_log (project_id, id desc);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only';
end $$;
create trigger audit_log_stands before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_is_not_emptied before truncate on audit_log
  for each statement execute function refuse_audit_change();
