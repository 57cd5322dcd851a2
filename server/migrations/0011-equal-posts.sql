-- Equal posts of one account: never two at once, and no post of a network for two of ours.

-- A hash of the account and of what the look compares, written when it is sent; null: told apart by ids of its own.
alter table publications add column likeness text;
create index publications_alike on publications (likeness) where likeness is not null;
create index publications_of_external on publications (social_network, external_id) where external_id is not null;
