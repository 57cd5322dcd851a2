-- An approval that was undone within the moments in which its toast offers Undo (docs/product/approvals.md "Undo").

alter table approval_actions drop constraint approval_actions_type_check, add check (type in (
  'approval_started', 'external_approval_started', 'revision_requested', 'question_pushed', 'answer_pushed', 'approved',
  'approved_by_admin', 'approved_by_system', 'approval_skipped', 'unapproved', 'content_changed', 'approval_undone'));
