-- Which start of a conversion it is: the job of an earlier one, which was cancelled, finds that it is over.
alter table media_conversions add column start_number integer not null default 1;
