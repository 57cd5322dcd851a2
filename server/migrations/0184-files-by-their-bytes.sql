-- Expands.
-- Outside a transaction.
-- Whether a picture of a post is in another project, asked each time that the post is saved (docs/product/posts.md "Second look").
drop index concurrently if exists medias_by_sha256;
create index concurrently medias_by_sha256 on medias (sha256) where deleted_at is null;
