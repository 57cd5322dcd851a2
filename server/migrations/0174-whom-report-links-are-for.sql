-- Expands.
-- Whom a link to a report is for (decision 159): one recipient of a mail, or whoever made it to pass it on. One that is neither was made
-- before this was stored: nobody can tell any more which of the recipients has it.
alter table report_links
  add column email text,
  -- Null: an address of somebody who was not in the project.
  add column user_id bigint references users,
  add column is_copied boolean not null default false,
  add column opened_at timestamptz;
alter table report_links
  add constraint report_links_email_check check (email = lower(email) and length(email) between 3 and 255) not valid,
  add constraint report_links_holder_check check (not (is_copied and email is not null) and (user_id is null or email is not null)) not valid;
