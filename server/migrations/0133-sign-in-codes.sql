-- Codes by mail let a person in on a new device while strangers guess (decision 131). Kept like the links of mails: only a keyed hash.
alter table account_links
  drop constraint account_links_purpose_check,
  add constraint account_links_purpose_check check (purpose in ('confirm', 'reset', 'sign_in_code'));
