-- Whether a version follows the shared content of its post: it says the same as all that follow, and changes with them. The versions of
-- existing posts were written one by one, so they are adapted.
alter table post_socials add column follows_shared boolean not null default false;
