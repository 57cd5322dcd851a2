-- Links of reports and calendar feeds are listed and revoked singly (decision 109). Their secret names them to nobody but their holder.
alter table report_links add column id bigint generated always as identity unique;
alter table calendar_feeds add column id bigint generated always as identity unique;
