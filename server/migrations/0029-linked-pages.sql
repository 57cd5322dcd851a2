-- What the card of a version's link is made of, as it was known when the version was sent: {"url", "page"}, where the page is null if it had not been read. It is part of what is approved. Null: sent before there was this column, never sent, or without such a card.
alter table post_socials add column linked_page jsonb check (
  linked_page is null or (
    coalesce(jsonb_typeof(linked_page -> 'url'), '') = 'string'
    and coalesce(jsonb_typeof(linked_page -> 'page'), '') in ('object', 'null')
  )
);
create index post_socials_of_page_picture on post_socials ((linked_page -> 'page' ->> 'picture_key'))
  where linked_page -> 'page' ->> 'picture_key' is not null;
