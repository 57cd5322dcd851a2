-- In US cents, as the gateway has them: an agency keeps the prices with which it subscribed. Null until it is read next.
alter table subscriptions add column base_cents integer check (base_cents >= 0);
alter table subscriptions add column user_cents integer check (user_cents >= 0);
alter table subscriptions add column account_cents integer check (account_cents >= 0);
