-- Alternative texts cost money as well, and what was read is counted for publishing and checks too (decision 129).
alter table paid_readings rename to paid_calls;
alter table paid_calls add column alt_texts integer not null default 0;
