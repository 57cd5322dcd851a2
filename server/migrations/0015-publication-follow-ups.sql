-- What keeps a post from going out twice stands in columns with checks; `prepared` is left to the adapters. What follows a live post
-- has a table of its own, with a row only where something follows.

alter table publications
  -- When a call with this content may first have reached the network, in this publication or in an earlier attempt with the same content.
  add column first_sent_at timestamptz,
  -- An earlier attempt may have left the post on the network: it is looked up before this one is sent. `may`: an admin answers for it
  -- where the network cannot tell.
  add column look_up_first text check (look_up_first in ('must', 'may')),
  -- That earlier attempt was through another account, where nobody can look.
  add column was_sent_elsewhere boolean not null default false;
update publications set
  first_sent_at = (prepared ->> 'first_sent_at')::timestamptz,
  look_up_first = prepared ->> 'look_first',
  was_sent_elsewhere = prepared ? 'elsewhere',
  prepared = prepared - 'first_sent_at' - 'look_first' - 'elsewhere'
where prepared ?| array['first_sent_at', 'look_first', 'elsewhere'];
alter table publications add check (look_up_first is not null or not was_sent_elsewhere);

alter table publications rename column looked_at to looked_up_at;
alter table publications rename column absent_looks to absent_look_ups;
alter table publications rename column likeness to duplicate_key;
alter index publications_alike rename to publications_of_duplicate_key;

create table publication_follow_ups (
  publication_id bigint primary key references publications,
  -- When it is taken on again; null: nothing is left to do.
  run_at timestamptz,
  -- Since when it is followed up: live, or a person has asked for another try.
  since timestamptz not null,
  permalink_attempts integer not null default 0,
  comment text not null check (comment in ('none', 'pending', 'added', 'failed')),
  comment_id text,
  comment_response text,
  -- The comment call was made, or may have been: look up before another. Null: the comment is certainly not there.
  comment_sent_at timestamptz,
  comment_attempts integer not null default 0,
  comment_resends integer not null default 0,
  comment_absent_look_ups integer not null default 0
);
create index publication_follow_ups_to_run on publication_follow_ups (run_at) where run_at is not null;
insert into publication_follow_ups (publication_id, run_at, since, permalink_attempts, comment, comment_id, comment_response,
    comment_sent_at, comment_attempts, comment_resends, comment_absent_look_ups)
  select id, follow_up_at, coalesce(follow_up_since, closed_at, created_at), permalink_attempts, first_comment, first_comment_id,
    first_comment_response, first_comment_sent_at, first_comment_attempts, first_comment_resends, first_comment_absent_looks
  from publications where follow_up_at is not null or first_comment <> 'none';
drop index publications_to_follow;
alter table publications
  drop column follow_up_at, drop column follow_up_since, drop column permalink_attempts, drop column first_comment,
  drop column first_comment_id, drop column first_comment_response, drop column first_comment_sent_at,
  drop column first_comment_attempts, drop column first_comment_resends, drop column first_comment_absent_looks;
