-- Expands.
-- In which language a client reads what this project sends them (decision 183). Null: as their account says, or else the project.
alter table project_members add column language text;
alter table project_members add constraint project_members_language
  check (language in ('en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl')) not valid;
