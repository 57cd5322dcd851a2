-- The reason is called what it means: an identical post is in flight on the same account.

update publications set
  failure_reason = case failure_reason when 'equal_under_way' then 'duplicate_in_flight' else failure_reason end,
  late_reason = case late_reason when 'equal_under_way' then 'duplicate_in_flight' else late_reason end
where 'equal_under_way' in (failure_reason, late_reason);
update post_socials set failure_reason = 'duplicate_in_flight' where failure_reason = 'equal_under_way';
update events set detail = jsonb_set(detail, '{reason}', '"duplicate_in_flight"') where detail ->> 'reason' = 'equal_under_way';
