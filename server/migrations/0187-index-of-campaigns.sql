-- Expands.
-- Outside a transaction.
-- Which posts belong to a campaign: its number of posts, the filter, and the posts that a campaign deleted for good leaves behind.
drop index concurrently if exists posts_of_campaign;
create index concurrently posts_of_campaign on posts (campaign_id) where campaign_id is not null;
