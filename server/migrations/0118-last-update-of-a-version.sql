-- Cards say when a post or one of its versions last changed, so a change of that alone is a new revision.
create or replace function raise_by_post_socials() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform raise_revisions(array(select distinct post_id from changed));
  elsif tg_op = 'DELETE' then
    perform raise_revisions(array(select distinct post_id from former));
  else
    perform raise_revisions(array(
      select distinct unnest(array[n.post_id, o.post_id]) from changed n join former o using (id)
      where (n.post_id, n.social_network, n.type, n.status, n.is_approved, n.sent_back_in, n.message, n.updated_at)
        is distinct from (o.post_id, o.social_network, o.type, o.status, o.is_approved, o.sent_back_in, o.message, o.updated_at)));
  end if;
  return null;
end $$;
