-- A post that is deleted for good takes its figures with it.
alter table post_figures
  drop constraint post_figures_post_social_id_project_id_fkey,
  add foreign key (post_social_id, project_id) references post_socials (id, project_id) on delete cascade;
