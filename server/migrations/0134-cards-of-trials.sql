-- What a trial sends counts under the card that it began with, too, or replacing the card would begin a day anew (decision 105).
alter table subscriptions add column trial_card text;
