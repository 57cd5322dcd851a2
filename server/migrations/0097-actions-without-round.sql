-- An edit of a version whose approval had been skipped belongs to no round. It was recorded as one of the internal round.
alter table approval_actions alter column round drop not null;
update approval_actions set round = null where approval_id is null and type = 'content_changed';
-- Every other entry is about a round, also about one that was skipped.
alter table approval_actions add constraint approval_actions_round_check1
  check (round is not null or (approval_id is null and type = 'content_changed'));
