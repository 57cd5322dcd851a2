-- A time that was set after the first version went out was the plan of the others, not of the post that is shown when the first went out.
update schedules s set planned_at = null
where s.planned_at is not null
  and s.updated_at > (select min(x.published_at) from post_socials x where x.post_id = s.post_id);
