-- In which round a version was last sent back: a client sees again only what came back from their own (decision 28).

alter table post_socials add column sent_back_in text check (sent_back_in in ('internal', 'external'));

-- A version that follows master content has no rounds of its own.
update post_socials s set sent_back_in = (
  select a.type from approvals a join post_socials o on o.id = a.post_social_id
  where o.post_id = s.post_id and a.status in ('revision_requested', 'unapproved')
  order by o.id = s.id desc, a.closed_at desc nulls last, a.id desc limit 1)
where s.status in ('requires_revision', 'unapproved');
