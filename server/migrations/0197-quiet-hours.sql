-- Expands.
-- When somebody wants no mails that can wait, by their own clock (docs/product/notifications.md "Quiet hours"). No row: never.
create table quiet_hours (
  user_id bigint primary key references users on delete cascade,
  -- On which days they begin, from 0 for Sunday to 6 for Saturday.
  days bigint[] not null constraint quiet_hours_days_check
    check (cardinality(days) between 1 and 7 and days <@ '{0,1,2,3,4,5,6}'::bigint[]),
  from_time text not null constraint quiet_hours_from_check check (from_time ~ '^([01][0-9]|2[0-3]):[03]0$'),
  -- The next day, unless it is later than the beginning.
  to_time text not null constraint quiet_hours_to_check check (to_time ~ '^([01][0-9]|2[0-3]):[03]0$'),
  timezone text not null,
  constraint quiet_hours_length_check check (from_time <> to_time)
);
