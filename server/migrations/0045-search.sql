-- What searching posts reads (docs/decisions/0052-searching-posts.md): the text of each version in the form in which it is compared, and
-- its words. Triggers keep both, so that no statement that writes a post can forget to.

-- Lower case of every script, whatever the database's own locale is; without ICU, as far as that locale knows it.
do $$ begin
  if exists (select 1 from pg_collation where collname = 'und-x-icu') then
    create function search_lower(words text) returns text language sql immutable parallel safe
      as 'select lower(words collate "und-x-icu")';
  else
    create function search_lower(words text) returns text language sql immutable parallel safe as 'select lower(words)';
  end if;
end $$;

-- The form in which texts are compared: no case, accents, vowel points, joiners or widths, one space between words.
create function search_form(written text) returns text language plpgsql immutable parallel safe as $$
declare form text := search_lower(normalize(written, NFKD));
begin
  -- Only marks that people leave out when they type: those of Thai, Hindi or Japanese are part of the word.
  form := regexp_replace(form, '[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]', '', 'g');
  form := replace(replace(replace(form, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
  form := translate(normalize(form, NFKC), 'ıøłđðςى’‘“”„«»', 'iolddσي''''"""""');
  return btrim(regexp_replace(form, '[\u0001-\u0020\u0085\u2028\u2029]+', ' ', 'g'));
end $$;

-- Runs of characters between spaces and signs; emoji, Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are runs of their own,
-- since their words stand without spaces or change at the end.
create function search_runs(form text) returns setof text language sql immutable parallel safe as $$
  select m[1] from regexp_matches(form,
    '([\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2100-\u2bff\u3005-\u3007\u3031-\u303c\u3040-\u30fa\u30fc-\u312f\u3130-\u318f\u31a0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff]+|[^\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2100-\u2bff\u3000-\u312f\u3130-\u318f\u31a0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001f000-\U0001faff\U00020000-\U0003ffff\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05c6\u05f3\u05f4\u060c\u060d\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u206f\u20a0-\u20cf\u2e00-\u2e7f\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]+)', 'g') m
$$;

create function is_unspaced(run text) returns boolean language sql immutable parallel safe as $$
  select run ~ '^[\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2100-\u2bff\u3005-\u318f\u31a0-\u31ff\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\U0001f000-\U0003ffff]'
$$;

-- Each character with the one after it, the last alone: whatever part of the run is typed, its pairs are among these.
create function search_pairs(run text) returns setof text language sql immutable parallel safe as $$
  select c || coalesce(lead(c) over (order by place), '')
  from unnest(string_to_array(run, null)) with ordinality as chars (c, place)
$$;

-- The words under which a text is found. The bound keeps the longest possible text within what a tsvector may hold.
create function search_words(form text) returns text[] language sql immutable parallel safe as $$
  select array(
    select distinct w from (
      select left(run, 60) as w from search_runs(form) run where not is_unspaced(run)
      union all
      select pair from search_runs(form) run cross join lateral search_pairs(run) pair where is_unspaced(run)
    ) found limit 40000)
$$;

-- What must be among a text's words for it to be found; a star after a word: any word that begins with it. Only the last may be unfinished.
create function search_terms(form text) returns text[] language sql immutable parallel safe as $$
  with runs as (select run, place, max(place) over () as last from search_runs(form) with ordinality as r (run, place))
  select array(
    select distinct term from (
      select left(run, 60) || case when place = last then '*' else '' end as term from runs where not is_unspaced(run)
      union all
      select case when length(run) = 1 then run || '*' else pair end from runs cross join lateral search_pairs(run) pair
      where is_unspaced(run) and (length(run) = 1 or length(pair) = 2)
    ) wanted limit 100)
$$;

-- What must stand in the text as it was typed: what is in quotation marks, and what has no spaces between its words.
create function search_phrases(form text) returns text[] language sql immutable parallel safe as $$
  select array(
    select run from search_runs(form) run where is_unspaced(run) and length(run) > 2
    union all
    select btrim(m[1]) from regexp_matches(form, '"([^"]+)"', 'g') m)
$$;

create function search_has_phrases(form text, phrases text[]) returns boolean language sql immutable parallel safe as $$
  select cardinality(phrases) = 0 or not exists (select 1 from unnest(phrases) phrase where position(phrase in form) = 0)
$$;

-- Every word carries its project, so that a search reads what its project wrote and nothing that others did. Null without a word.
create function search_query(project bigint, terms text[]) returns tsquery language sql immutable parallel safe as $$
  select string_agg('''' || project || ':' || rtrim(term, '*') || '''' || case when term like '%*' then ':*' else '' end, '&')::tsquery
  from unnest(terms) term
$$;

create table search_texts (
  post_social_id bigint primary key,
  project_id bigint not null,
  post_id bigint not null,
  form text not null,
  words tsvector not null,
  foreign key (post_social_id, project_id) references post_socials (id, project_id) on delete cascade
);
-- Nothing is estimated from the words, and gathering statistics of them would take longer than all other tables together.
alter table search_texts alter column words set statistics 0;
alter table search_texts alter column form set statistics 0;
-- Without a list of pending entries, which each search would have to read through.
create index search_texts_by_word on search_texts using gin (words) with (fastupdate = off);

create function refresh_search_text(version_id bigint) returns void language plpgsql as $$
declare
  version record;
  new_form text;
begin
  select x.project_id, x.post_id, concat_ws(e'\n', x.message, x.first_comment, x.permalink,
      (select string_agg(concat_ws(e'\n', a.extra_fields->>'link', a.extra_fields->>'name', a.extra_fields->>'title',
          a.extra_fields->>'description'), e'\n' order by a.position)
        from attachments a where a.post_social_id = x.id)) as written
    into version from post_socials x where x.id = version_id;
  if not found then return; end if;
  new_form := search_form(version.written);
  perform 1 from search_texts t where t.post_social_id = version_id and t.form = new_form;
  if found then return; end if;
  insert into search_texts (post_social_id, project_id, post_id, form, words)
  values (version_id, version.project_id, version.post_id, new_form,
    array_to_tsvector(array(select version.project_id || ':' || w from unnest(search_words(new_form)) w)))
  on conflict (post_social_id) do update set form = excluded.form, words = excluded.words;
end $$;

create function refresh_search_of_version() returns trigger language plpgsql as $$
begin
  perform refresh_search_text(new.id);
  return null;
end $$;
create trigger post_socials_search_on_insert after insert on post_socials for each row
  execute function refresh_search_of_version();
create trigger post_socials_search_on_update after update of message, first_comment, permalink on post_socials for each row
  when ((new.message, new.first_comment, new.permalink) is distinct from (old.message, old.first_comment, old.permalink))
  execute function refresh_search_of_version();

create function refresh_search_of_attachment() returns trigger language plpgsql as $$
begin
  perform refresh_search_text(case when tg_op = 'DELETE' then old.post_social_id else new.post_social_id end);
  return null;
end $$;
create trigger attachments_search_on_insert after insert on attachments for each row
  when (new.extra_fields <> '{}') execute function refresh_search_of_attachment();
create trigger attachments_search_on_update after update of extra_fields on attachments for each row
  when (new.extra_fields is distinct from old.extra_fields) execute function refresh_search_of_attachment();
create trigger attachments_search_on_delete after delete on attachments for each row
  when (old.extra_fields <> '{}') execute function refresh_search_of_attachment();

alter table day_labels add column search_form text not null generated always as (search_form(text)) stored;

select refresh_search_text(id) from post_socials;
