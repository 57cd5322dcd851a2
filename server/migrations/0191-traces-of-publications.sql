-- Expands.
-- The span that opened a publication, so that its network's call is in the trace of the click that asked for it (decision 147).
alter table publications add column trace_parent text;
