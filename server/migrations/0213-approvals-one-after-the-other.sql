-- Expands.
-- The client's people may be asked one after the other (docs/product/approvals.md "One after the other"). Who is asked after those in
-- `concrete_external_approver`, in order: [{"approvers": [7], "decide_by": null}].
alter table posts add column external_steps jsonb not null default '[]';
-- Which of these steps a round is, and the deadline that was chosen for it; the first step has that of the post.
alter table approvals add column step smallint not null default 1;
alter table approvals add column decide_by timestamptz;
