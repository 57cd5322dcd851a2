-- Expands.
-- In which language somebody reads mails and approval links (docs/product/languages.md "Which language"). Null: in that of the project.
alter table users add column language text;
alter table users add constraint users_language
  check (language in ('en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl')) not valid;
