-- Rounds that only this version skips, besides those of its post (docs/product/approvals.md "Skipping").
alter table post_socials add column skipped_approvals text[] not null default '{}'
  check (skipped_approvals <@ array['internal', 'external']);
