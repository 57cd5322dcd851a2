-- Expands.
-- What a digest tells: each try of it asks whether it is quiet for its reader (docs/product/notifications.md "Quiet hours").
alter table outgoing_mails add column notification_ids bigint[];
