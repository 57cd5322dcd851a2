-- Expands.
-- What tells that the database is a copy: a table of a restored dump has another number, and a file of a copied folder has another
-- identity and another time of its last change. Null: no worker has read it yet, or it cannot be read.
alter table publishing_heartbeat
  add column table_oid bigint,
  add column file_identity text,
  add column file_changed text;

-- A network shows posts of lost time that this database does not know: what existed then and is to go out on that account waits.
-- The holds that are there already are checked by 0173; the column is new, so none of them refers to an account.
alter table publishing_holds
  add column social_account_id bigint,
  add column seen_posts integer,
  add column seen_address text,
  add foreign key (social_account_id, project_id) references social_accounts (id, project_id) not valid,
  drop constraint publishing_holds_reason_check,
  add constraint publishing_holds_reason_check check (reason in (
    'long_gap', 'other_database', 'older_database', 'clock_set_back', 'copied_folder', 'unknown_posts', 'by_hand')) not valid,
  add constraint publishing_holds_account_check check ((social_account_id is not null) = (reason = 'unknown_posts')) not valid;
