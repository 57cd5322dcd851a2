-- Whose a stored file is, is asked with every picture that a browser fetches.
create index projects_of_logo on projects (logo_key) where logo_key is not null;
create index agencies_of_logo on agencies (logo_key) where logo_key is not null;
create index users_of_avatar on users (avatar_key) where avatar_key is not null;
create index approval_actions_of_author on approval_actions (created_by);
