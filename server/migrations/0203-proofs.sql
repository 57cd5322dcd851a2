-- Expands.
-- Read-only links to what is planned (docs/product/proofs.md "Making one").
create table proofs (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  -- Of the secret in the address, which is shown once and never stored.
  token_hash bytea not null unique,
  title text not null,
  from_day date,
  to_day date,
  post_ids bigint[],
  has_drafts boolean not null,
  has_comments boolean not null,
  pin_hash text,
  -- What a frozen one shows; null: it shows what is planned now.
  content jsonb,
  -- The files of a frozen one, whose bytes stay as long as it does.
  media_ids bigint[] not null default '{}',
  created_by bigint not null references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  check ((post_ids is null) = (from_day is not null)),
  check ((from_day is null) = (to_day is null))
);
create index proofs_of_project on proofs (project_id, expires_at);
create index proofs_of_maker on proofs (created_by);
create index proofs_by_media on proofs using gin (media_ids);
