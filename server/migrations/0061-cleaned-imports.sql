-- When the cells and drafts of an import that has ended were removed. What Undo and repeated rows need stays.
alter table imports add column cleaned_at timestamptz;
create index imports_to_clean on imports (created_at) where cleaned_at is null;
