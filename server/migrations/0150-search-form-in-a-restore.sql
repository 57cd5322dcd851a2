-- A dump is restored with an empty search path, in which a label's search form found no search_lower: the labels were lost.
alter function search_form(text) set search_path = public;
