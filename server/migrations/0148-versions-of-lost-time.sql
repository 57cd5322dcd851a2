-- What existed when lost time ended: versions are numbered in their order, while a clock that was set back has made some of them "later".
alter table lost_periods add column last_post_social_id bigint;
update lost_periods set last_post_social_id = coalesce(
  (select max(id) from post_socials where created_at <= lost_until), 0);
alter table lost_periods alter column last_post_social_id set not null;
drop index lost_periods_until;
create index lost_periods_last_version on lost_periods (last_post_social_id);
