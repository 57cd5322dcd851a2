-- A person's ways in, and how often each may be tried.

-- So that a person can name one of theirs, and it can be shown whose it is.
alter table identities add column id bigint generated always as identity unique;
alter table identities add column provider text;
update identities set provider = case when issuer like '%apple%' then 'apple' else 'google' end;
alter table identities alter column provider set not null;
alter table identities add check (provider in ('google', 'apple'));

-- They live for ten minutes.
delete from waiting_identities;
alter table waiting_identities add column provider text not null check (provider in ('google', 'apple'));

-- An attempt to link is bound to the session that began it, an attempt to sign in to a browser. Neither can be taken for the other.
alter table sign_in_attempts alter column browser_hash drop not null;
alter table sign_in_attempts add column session_id bigint references sessions on delete cascade;
alter table sign_in_attempts add check ((browser_hash is null) <> (session_id is null));

-- How often something was tried with one subject in its present window. Shared by all processes. Nothing is lost with it but the
-- counts of a crash, so that it need not be written ahead.
create unlogged table attempts (
  -- Of what is tried, and of the email or network address: those of strangers are not kept.
  subject_hash bytea primary key,
  times integer not null,
  ends_at timestamptz not null
);
create index attempts_end on attempts (ends_at);
