-- Expands.
-- The account that a version was approved for, where another one has been connected in its place since. Null: no other one has.
-- The column is new, so there is no row that the key would have to be checked for.
alter table post_socials
  add column approved_account_id bigint,
  add foreign key (approved_account_id, project_id) references social_accounts (id, project_id) not valid;

-- What is approved anew is approved for the account that is connected then.
create function forget_approved_account() returns trigger language plpgsql as $$
begin
  new.approved_account_id := null;
  return new;
end $$;
create trigger approvals_forget_accounts before update of cleared_digest on post_socials
  for each row when (new.cleared_digest is distinct from old.cleared_digest) execute function forget_approved_account();

-- Cards say that the connected account is another one.
create or replace function raise_by_post_socials() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_revisions(array(select distinct post_id from changed));
  elsif tg_op = 'DELETE' then
    perform raise_revisions(array(select distinct post_id from former));
  else
    perform raise_revisions(array(
      select distinct unnest(array[n.post_id, o.post_id]) from changed n join former o using (id)
      where (n.post_id, n.social_network, n.type, n.status, n.is_approved, n.sent_back_in, n.message, n.updated_at, n.approved_account_id)
        is distinct from (o.post_id, o.social_network, o.type, o.status, o.is_approved, o.sent_back_in, o.message, o.updated_at,
          o.approved_account_id)));
  end if;
  return null;
end $$;

-- Holds from before 0172, which has let only new ones be checked.
alter table publishing_holds
  validate constraint publishing_holds_reason_check,
  validate constraint publishing_holds_account_check;
