-- The hourly purge of abandoned drafts looks at the few versions that were never saved, not at every version of every project.
create index post_socials_temporary on post_socials (post_id) where status = 'temporary_draft';
