-- The backbone: people, tenants, posts, schedules, approvals, publications, events.
-- Soft deletion is `deleted_at`; every instant is timestamptz; ids are the documents' numbers.

create table users (
  id bigint generated always as identity primary key,
  email text not null check (email = lower(email) and length(email) between 3 and 255),
  name text not null check (length(name) between 1 and 255),
  last_name text not null default '',
  phone_number text,
  company text,
  password_hash text,
  is_blocked boolean not null default false,
  is_super_admin boolean not null default false,
  avatar_key text,
  created_at timestamptz not null default now(),
  unique (email)
);

create table sessions (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_of_user on sessions (user_id) where ended_at is null;

-- Only hashes: who reads this table can sign in as nobody.
create table session_tokens (
  token_hash bytea primary key,
  session_id bigint not null references sessions on delete cascade,
  expires_at timestamptz not null,
  -- A token already exchanged may be exchanged again for a minute: two tabs refresh at once.
  refreshable_until timestamptz not null
);
create index session_tokens_of_session on session_tokens (session_id);

create table agencies (
  id bigint generated always as identity primary key,
  name text not null check (length(name) between 3 and 255),
  logo_key text,
  created_at timestamptz not null default now()
);

-- An agency's admins. Everybody else belongs to an agency through its projects.
create table agency_admins (
  agency_id bigint not null references agencies,
  user_id bigint not null references users,
  created_at timestamptz not null default now(),
  primary key (agency_id, user_id)
);
create index agency_admins_of_user on agency_admins (user_id);

create table projects (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies,
  owner_id bigint references users,
  name text not null check (length(name) between 3 and 255),
  logo_key text,
  timezone text not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index projects_of_agency on projects (agency_id) where deleted_at is null;

create table project_members (
  project_id bigint not null references projects,
  user_id bigint not null references users,
  role text not null check (role in ('content-creator', 'internal-approver', 'external-approver')),
  created_at timestamptz not null default now(),
  primary key (project_id, user_id)
);
create index project_members_of_user on project_members (user_id);

create table project_settings (
  project_id bigint not null references projects,
  name text not null check (length(name) between 3 and 255),
  value text not null check (length(value) <= 255),
  primary key (project_id, name)
);

create table member_settings (
  project_id bigint not null,
  user_id bigint not null,
  name text not null check (length(name) between 3 and 255),
  value text not null check (length(value) <= 255),
  primary key (project_id, user_id, name),
  foreign key (project_id, user_id) references project_members on delete cascade
);

-- A project's connected accounts. Tokens are sealed (AES-256-GCM); `token_key_id` names the key.
create table social_accounts (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  social_network text not null check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  external_id text not null,
  name text not null,
  account_details jsonb not null default '{}',
  logo_url text,
  sealed_token bytea,
  token_key_id text,
  needs_reconnecting boolean not null default false,
  connected_at timestamptz not null default now(),
  removed_at timestamptz
);
create unique index social_accounts_one_per_network on social_accounts (project_id, social_network)
  where removed_at is null;

create table medias (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  user_id bigint references users,
  storage_key text not null unique,
  object_type text not null check (object_type in ('image', 'video', 'gif')),
  content_type text not null,
  original_name text not null,
  file_size bigint not null check (file_size > 0),
  sha256 text not null,
  width integer,
  height integer,
  duration_seconds double precision,
  has_previews boolean not null default false,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index medias_of_project on medias (project_id) where deleted_at is null;

create table posts (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  type text not null,
  created_by bigint references users,
  parent_post_id bigint references posts,
  -- The plan: rounds skipped by choice, and who was chosen to decide (empty: anybody of that kind).
  skipped_approvals text[] not null default '{}' check (skipped_approvals <@ array['internal', 'external']),
  concrete_internal_approver bigint[] not null default '{}',
  concrete_external_approver bigint[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by bigint references users
);
create index posts_of_project on posts (project_id, id) where deleted_at is null;

create table post_socials (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts,
  project_id bigint not null references projects,
  social_network text not null check (social_network in ('facebook', 'instagram', 'linkedin', 'twitter')),
  type text not null,
  message text not null default '',
  first_comment text not null default '',
  message_editor_state text,
  extra_fields jsonb not null default '{}',
  status text not null check (status in (
    'temporary_draft', 'draft', 'pending_internal_approval', 'pending_external_approval', 'pending_approval',
    'approved', 'unapproved', 'requires_revision', 'skip_approved', 'scheduled', 'pending_publish',
    'on_publishing', 'live', 'publishing_failed')),
  is_approved boolean not null default false,
  is_unapproved boolean not null default false,
  -- Digest of the content that was approved or skipped; the publisher sends nothing else.
  cleared_digest text,
  version integer not null default 1,
  failure_reason text,
  last_social_api_response text,
  external_id text,
  permalink text,
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (post_id, social_network),
  check (status <> 'live' or published_at is not null),
  check (status <> 'publishing_failed' or failure_reason is not null)
);
create index post_socials_of_post on post_socials (post_id);
create index post_socials_by_status on post_socials (project_id, status) where deleted_at is null;

create table attachments (
  id bigint generated always as identity primary key,
  post_social_id bigint not null references post_socials,
  media_id bigint references medias,
  description text not null default 'media' check (description in ('media', 'link', 'child-link')),
  extra_fields jsonb not null default '{}',
  position integer not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((description = 'link') = (media_id is null) or description = 'child-link')
);
create index attachments_of_post_social on attachments (post_social_id, position);
create index attachments_of_media on attachments (media_id);

create table schedules (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts,
  project_id bigint not null references projects,
  date date not null,
  time text not null check (time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  timezone text not null,
  datetime timestamptz not null,
  is_autoposting boolean not null,
  -- When the due time was dealt with; null while it is still to come.
  released_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index schedules_one_per_post on schedules (post_id) where deleted_at is null;
create index schedules_of_project on schedules (project_id, datetime) where deleted_at is null;
create index schedules_due on schedules (datetime) where deleted_at is null and released_at is null;

create table approvals (
  id bigint generated always as identity primary key,
  post_social_id bigint not null references post_socials,
  project_id bigint not null references projects,
  type text not null check (type in ('internal', 'external')),
  status text not null check (status in ('open', 'approved', 'revision_requested', 'unapproved', 'superseded')),
  round integer not null,
  opened_by bigint references users,
  opened_at timestamptz not null default now(),
  closed_at timestamptz
);
-- At most one open round at a time, whatever runs beside each other.
create unique index approvals_one_open on approvals (post_social_id) where status = 'open';
create index approvals_of_post_social on approvals (post_social_id, id);

-- Who was chosen for a round (rows with decided_at null are still to decide), and who else has said yes.
create table approval_approvers (
  approval_id bigint not null references approvals,
  user_id bigint not null references users,
  is_chosen boolean not null,
  decided_at timestamptz,
  -- What the yes was given to; a yes to other content does not count.
  content_digest text,
  primary key (approval_id, user_id)
);

create table approval_actions (
  id bigint generated always as identity primary key,
  approval_id bigint references approvals,
  post_social_id bigint not null references post_socials,
  project_id bigint not null references projects,
  round text not null check (round in ('internal', 'external')),
  type text not null,
  message text check (length(message) <= 1000),
  created_by bigint references users,
  created_at timestamptz not null default now()
);
create index approval_actions_of_post_social on approval_actions (post_social_id, id);

create table approval_checkboxes (
  id bigint generated always as identity primary key,
  approval_action_id bigint not null references approval_actions,
  label text not null check (length(label) between 1 and 255),
  is_checked boolean not null default false,
  position integer not null
);
create index approval_checkboxes_of_action on approval_checkboxes (approval_action_id, position);

create table approval_action_attachments (
  id bigint generated always as identity primary key,
  approval_action_id bigint not null references approval_actions,
  media_id bigint not null references medias,
  position integer not null
);
create index approval_action_attachments_of_action on approval_action_attachments (approval_action_id, position);

-- One attempt to bring a post social to its network. This row is the truth; the queue is a hint.
create table publications (
  id bigint generated always as identity primary key,
  post_social_id bigint not null references post_socials,
  project_id bigint not null references projects,
  social_account_id bigint references social_accounts,
  social_network text not null,
  status text not null check (status in ('queued', 'preparing', 'sending', 'unknown', 'live', 'failed', 'cancelled')),
  -- Digest of the content to send; compared again just before the call.
  content_digest text not null,
  due_at timestamptz not null,
  -- Not to be tried before; moved on by backoff.
  run_at timestamptz not null,
  attempts integer not null default 0,
  resends integer not null default 0,
  -- Fencing: only who holds the present token may write; the token rises with every claim.
  lease_token bigint not null default 0,
  lease_until timestamptz,
  -- Ids of what was uploaded already, so that a retry does not upload again.
  prepared jsonb not null default '{}',
  sending_at timestamptz,
  looked_at timestamptz,
  absent_looks integer not null default 0,
  external_id text,
  permalink text,
  failure_reason text,
  response text,
  started_by bigint references users,
  created_at timestamptz not null default now(),
  closed_at timestamptz
);
-- A post social is on its way at most once.
create unique index publications_one_open on publications (post_social_id)
  where status in ('queued', 'preparing', 'sending', 'unknown');
create index publications_to_run on publications (run_at) where status in ('queued', 'preparing', 'sending', 'unknown');
create index publications_of_post_social on publications (post_social_id, id);

create table day_labels (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  text text not null check (length(text) between 3 and 255),
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  start_at date not null,
  end_at date not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  check (start_at <= end_at)
);
create index day_labels_of_project on day_labels (project_id, start_at) where deleted_at is null;

-- What happened: told to open screens, kept as the activity of a post.
create table events (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  post_id bigint references posts,
  post_social_id bigint references post_socials,
  type text not null,
  actor_id bigint references users,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index events_of_project on events (project_id, id);
create index events_of_post on events (post_id, id);
