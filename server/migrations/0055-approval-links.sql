-- Personal links of external approvers (docs/decisions/0069-deciding-by-link.md). They go with the membership that they stand for.
create table approval_links (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  user_id bigint not null,
  token_hash bytea not null unique,
  is_for_mail boolean not null,
  -- Null: made for a mail.
  created_by bigint references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_decided_at timestamptz,
  foreign key (project_id, user_id) references project_members (project_id, user_id) on delete cascade
);
create index approval_links_of_person on approval_links (project_id, user_id);
create index approval_links_by_expiry on approval_links (expires_at);

-- Browsers that a person has confirmed with a mailed code, in projects that ask for it.
create table approval_link_devices (
  token_hash bytea not null,
  project_id bigint not null,
  user_id bigint not null,
  confirmed_at timestamptz not null,
  primary key (token_hash, project_id, user_id),
  foreign key (project_id, user_id) references project_members (project_id, user_id) on delete cascade
);
create index approval_link_devices_of_person on approval_link_devices (project_id, user_id);

-- The last code that was mailed to a person; only its signature.
create table approval_link_codes (
  project_id bigint not null,
  user_id bigint not null,
  signature text not null,
  expires_at timestamptz not null,
  primary key (project_id, user_id),
  foreign key (project_id, user_id) references project_members (project_id, user_id) on delete cascade
);

-- Another role ends the links for good, also if the person has the old one again later.
create function end_approval_links() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'agency_admins' then
    delete from approval_links l using projects p
      where p.id = l.project_id and p.agency_id = new.agency_id and l.user_id = new.user_id;
  else
    delete from approval_links l where l.project_id = new.project_id and l.user_id = new.user_id;
  end if;
  return null;
end $$;
create trigger members_end_approval_links after update of role on project_members
  for each row when (old.role is distinct from new.role) execute function end_approval_links();
create trigger admins_end_approval_links after insert on agency_admins
  for each row execute function end_approval_links();

alter table approval_actions add column is_by_link boolean not null default false;
