-- Expands.
-- A pause of a client or of an agency is a hold by one of its admins (decision 169): with a reason in their own words, and an end if they
-- wish. What came due before its end is not let go with it, but asked about.
-- The checks are not proved for the rows that are there: none of them is a pause.
alter table publishing_holds
  drop constraint publishing_holds_reason_check,
  add constraint publishing_holds_reason_check check (reason in (
    'long_gap', 'other_database', 'older_database', 'clock_set_back', 'copied_folder', 'unknown_posts', 'by_hand', 'paused')) not valid,
  add column note text,
  -- Null: until somebody resumes.
  add column ends_at timestamptz,
  add column tells_clients boolean not null default false,
  add constraint publishing_holds_note_check check ((reason = 'paused') = (note is not null)) not valid,
  add constraint publishing_holds_place_check check (reason <> 'paused' or scope in ('agency', 'project')) not valid;
