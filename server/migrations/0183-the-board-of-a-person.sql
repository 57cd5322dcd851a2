-- Expands.
-- What somebody has chosen about the board: whether and when it is mailed to them, and whether they begin there.
create table board_preferences (
  user_id bigint primary key references users on delete cascade,
  lands_on_board boolean not null default false,
  -- Of the daily mail, by the person's own clock: days from 0 for Sunday to 6 for Saturday. Null: they do not want it.
  digest_days bigint[] constraint board_preferences_days_check
    check (cardinality(digest_days) between 1 and 7 and digest_days <@ '{0,1,2,3,4,5,6}'::bigint[]),
  digest_time text constraint board_preferences_time_check check (digest_time ~ '^([01][0-9]|2[0-3]):[03]0$'),
  digest_timezone text,
  -- When the next one is due.
  digest_at timestamptz,
  constraint board_preferences_digest_check check (
    num_nonnulls(digest_days, digest_time, digest_timezone, digest_at) in (0, 4))
);
create index board_preferences_due on board_preferences (digest_at) where digest_at is not null;

-- Of which versions people have been told that they will not go out, for which time (decision 168).
create table danger_alerts (
  post_social_id bigint not null,
  project_id bigint not null references projects,
  due_at timestamptz not null,
  told_at timestamptz not null,
  primary key (post_social_id, due_at),
  foreign key (post_social_id, project_id) references post_socials (id, project_id) on delete cascade
);
