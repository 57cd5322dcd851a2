-- Expands.
-- Browsers and installed apps that show somebody what happens, also while Galley is not open (decision 166).
create table push_devices (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Where nobody is signed in any more, nothing is shown.
  session_id bigint not null references sessions on delete cascade,
  endpoint_hash bytea not null unique,
  -- Anyone with the address and keys of a subscription and the key of the installation can write into the browser.
  sealed_subscription bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  last_sent_at timestamptz
);
create index push_devices_of_user on push_devices (user_id);
create index push_devices_of_session on push_devices (session_id);

-- Notifications that are still to be shown there: deleted once their message is written.
create table waiting_pushes (
  notification_id bigint primary key references notifications on delete cascade,
  user_id bigint not null references users on delete cascade,
  push_at timestamptz not null
);
create index waiting_pushes_due on waiting_pushes (push_at);
create index waiting_pushes_of_user on waiting_pushes (user_id);

-- Messages on their way to a device: deleted once its push service has taken them.
create table push_messages (
  id bigint generated always as identity primary key,
  device_id bigint not null references push_devices on delete cascade,
  sealed bytea not null,
  key_id text not null,
  created_at timestamptz not null,
  -- Later than this nobody needs it.
  expires_at timestamptz not null
);
create index push_messages_of_device on push_messages (device_id);
create index push_messages_by_end on push_messages (expires_at);

-- Null: as the kind's default says.
alter table notification_settings add column is_pushed boolean;
