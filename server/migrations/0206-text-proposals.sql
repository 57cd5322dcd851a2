-- Expands.
-- Other words that a client has proposed for a version (docs/product/approvals.md "Proposed words").
create table text_proposals (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  post_social_id bigint not null,
  -- In which sending of the version.
  round bigint not null,
  words_seen text not null,
  words text not null,
  -- What everything says that the client's approval covers once these words are taken: digests by version.
  digests jsonb not null,
  -- The account that was connected; null: there was none.
  account_id bigint,
  status text not null check (status in ('open', 'taken', 'declined', 'withdrawn')),
  proposed_by bigint not null references users,
  proposed_at timestamptz not null,
  is_by_link boolean not null,
  link_copied_by bigint references users,
  closed_at timestamptz,
  -- When it counted as its author's approval, which it does once.
  approved_at timestamptz,
  foreign key (post_social_id, project_id) references post_socials (id, project_id),
  foreign key (account_id, project_id) references social_accounts (id, project_id),
  check ((status = 'open') = (closed_at is null)),
  check (approved_at is null or status = 'taken')
);
create index text_proposals_of_post_social on text_proposals (post_social_id, id);
create index text_proposals_of_person on text_proposals (proposed_by);
create index text_proposals_of_account on text_proposals (account_id) where account_id is not null;
create index text_proposals_of_copier on text_proposals (link_copied_by) where link_copied_by is not null;
-- An approval that was given by proposing words which the agency took.
alter table approval_actions add column is_by_proposal boolean not null default false;
