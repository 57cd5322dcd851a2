-- Approvals that an edit took away: they count again if the content is the same again. `digests`: of the versions that shared the outcome,
-- `was`: the rounds, approvals and statuses before the edit, `became`: after it.
create table withdrawn_approvals (
  id bigint generated always as identity primary key,
  post_social_id bigint not null references post_socials on delete cascade,
  digests jsonb not null,
  was jsonb not null,
  became jsonb not null,
  withdrawn_at timestamptz not null
);
create index withdrawn_approvals_of_version on withdrawn_approvals (post_social_id, id);

alter table approval_actions drop constraint approval_actions_type_check;
alter table approval_actions add constraint approval_actions_type_check check (type in (
  'approval_started', 'external_approval_started', 'revision_requested', 'question_pushed', 'answer_pushed', 'approved',
  'approved_by_admin', 'approved_by_system', 'approval_skipped', 'unapproved', 'content_changed', 'approval_undone',
  'approval_restored'));
