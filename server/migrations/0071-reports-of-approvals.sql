-- Which approvals were decided in a period, and which are still open (docs/product/reports.md "Turnaround").
create index approval_actions_by_time on approval_actions (project_id, created_at);
create index approvals_open_in_project on approvals (project_id) where status = 'open';
