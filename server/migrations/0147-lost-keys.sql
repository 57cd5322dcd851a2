-- An account whose token no key opens is given up by `npm run galley -- lost-tokens`, and says why it needs reconnecting.
alter table social_accounts
  drop constraint social_accounts_reconnect_reason_check,
  add constraint social_accounts_reconnect_reason_check
    check (reconnect_reason in ('expired', 'refused', 'publish_refused', 'key_lost'));
