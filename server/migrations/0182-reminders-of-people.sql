-- Expands.
-- Whom somebody of an agency has reminded of what waits for them, so that nobody is reminded twice within an hour, by whichever of its
-- people and of whichever of its clients (decision 167).
create table approver_reminders (
  id bigint generated always as identity primary key,
  agency_id bigint not null references agencies on delete cascade,
  user_id bigint not null references users on delete cascade,
  reminded_by bigint not null references users on delete cascade,
  -- What they wrote; null: nothing.
  message text constraint approver_reminders_message_check check (length(message) between 1 and 500),
  -- The clients whose posts they were reminded of: whoever sees all of them may read the message.
  project_ids bigint[] not null,
  post_count integer not null,
  sent_at timestamptz not null
);
create index approver_reminders_of_person on approver_reminders (agency_id, user_id, sent_at desc);
