-- What follows a live post (first comment, address) and what a publication comes from.
alter table publications
  add column first_comment text not null default 'none' check (first_comment in ('none', 'pending', 'added', 'failed')),
  add column first_comment_id text,
  add column first_comment_response text,
  -- The comment call was made, or may have been: look before another. Null: the comment is certainly not there.
  add column first_comment_sent_at timestamptz,
  add column first_comment_attempts integer not null default 0,
  add column first_comment_resends integer not null default 0,
  add column first_comment_absent_looks integer not null default 0,
  add column permalink_attempts integer not null default 0,
  -- When a live publication is to be taken on again; null: nothing is left to do.
  add column follow_up_at timestamptz,
  -- Since when it is followed up: live, or a person has asked for another try.
  add column follow_up_since timestamptz,
  -- What it fails as when it is too late to go out by itself; null: it was never tried.
  add column late_reason text,
  -- The post social as it was before; what it goes back to when the publication is withdrawn.
  add column started_from jsonb not null default '{}';
create index publications_to_follow on publications (follow_up_at) where follow_up_at is not null;

alter table post_socials
  add column first_comment_status text not null default 'none'
    check (first_comment_status in ('none', 'pending', 'added', 'failed')),
  add column first_comment_response text,
  -- The content's version that was last put on its way.
  add column sent_version integer;
