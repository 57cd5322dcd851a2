-- Expands.
-- Who wants none of the mails and push messages of the settings, in any project (docs/product/notifications.md "One switch").
create table muted_people (
  user_id bigint primary key references users on delete cascade,
  muted_at timestamptz not null
);
