-- When its author last changed what an entry of the approval history says.
alter table approval_actions add column edited_at timestamptz;
