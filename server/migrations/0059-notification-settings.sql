-- What a person has chosen about mails; without a row it is as the kind is by default (docs/product/notifications.md "Delivery").
-- `project_id` null: of their account.
create table notification_settings (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  project_id bigint references projects,
  kind text not null,
  is_on boolean not null,
  mode smallint not null check (mode in (1, 2, 3)),
  -- [{"scheduled_day": 1, "scheduled_times": ["09:00"], "isChecked": true}], by the clock of `timezone`.
  days jsonb not null default '[]',
  timezone text not null,
  unique nulls not distinct (user_id, project_id, kind)
);
create index notification_settings_of_project on notification_settings (project_id);

-- When a notification goes into a mail; null: into none, or it has.
alter table notifications add column mail_at timestamptz;
create index notifications_to_mail on notifications (mail_at) where mail_at is not null;
