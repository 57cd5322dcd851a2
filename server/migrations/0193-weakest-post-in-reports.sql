-- Expands.
-- Whether reports name the post that people did least with, besides the best one.
alter table agencies add column names_weakest_post boolean not null default false;
