-- When a subject whose attempts must wait longer and longer may be tried again.
alter table attempts add column open_at timestamptz;
