import { type RawBuilder, sql } from 'kysely'
import { archivedPath, archiveFormat } from '#domain/archives/format.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** A media file of the project, once for all that have the same content. */
export type ArchivedFile = { readonly path: string; readonly storageKey: string }

const AT_ONCE = 100

/** A list in JSON of rows that may be none. */
const list = (item: RawBuilder<unknown>, from: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(${item}), '[]'::jsonb) from ${from})`

const isSaved = sql`s.status <> 'temporary_draft'`

/** Posts that are not in the bin and were saved once, as an alias `p`. */
const isExported = (projectId: number) => sql`p.project_id = ${projectId} and p.deleted_at is null
  and exists (select 1 from post_socials s where s.post_id = p.id and ${isSaved})`

/** Settings, people by their names alone, labels, pools. Nothing secret: no token, no address of a person. */
const readHead = async (tx: Tx, projectId: number): Promise<Record<string, unknown>> => {
  const { rows } = await sql<{ head: Record<string, unknown> }>`
    select jsonb_build_object(
      'project', jsonb_build_object('id', j.id, 'name', j.name, 'timezone', j.timezone,
        'settings', ${list(sql`jsonb_build_object('name', t.name, 'value', t.value) order by t.name`, sql`project_settings t where t.project_id = j.id`)},
        'time_slots', ${list(
          sql`jsonb_build_object('weekday', t.weekday, 'network', t.social_network, 'time', left(t.time::text, 5))
            order by t.weekday, t.social_network, t.time`,
          sql`time_slots t where t.project_id = j.id`,
        )},
        'accounts', ${list(
          sql`jsonb_build_object('network', a.social_network, 'name', a.name) order by a.social_network`,
          sql`social_accounts a where a.project_id = j.id and a.removed_at is null`,
        )}),
      'people', ${list(
        sql`jsonb_build_object('id', u.id, 'name', trim(u.name || ' ' || u.last_name)) order by u.id`,
        sql`users u where u.id in (
          select created_by from posts where project_id = j.id
          union select created_by from notes where project_id = j.id
          union select created_by from approval_actions where project_id = j.id
          union select opened_by from approvals where project_id = j.id)`,
      )},
      'labels', ${list(
        sql`jsonb_build_object('id', l.id, 'text', l.text, 'color', l.color, 'start_at', l.start_at, 'end_at', l.end_at)
          order by l.id`,
        sql`day_labels l where l.project_id = j.id and l.deleted_at is null`,
      )},
      'campaigns', ${list(
        sql`jsonb_build_object('id', c.id, 'name', c.name, 'color', c.color, 'start_at', c.start_at, 'end_at', c.end_at,
          'goal', c.goal) order by c.id`,
        sql`campaigns c where c.project_id = j.id and c.deleted_at is null`,
      )},
      'hashtag_pools', ${list(
        sql`jsonb_build_object('id', h.id, 'name', h.pool_name, 'hashtags', h.hashtags) order by h.id`,
        sql`hashtag_pools h where h.project_id = j.id and h.deleted_at is null`,
      )}) as head
    from projects j where j.id = ${projectId}`.execute(tx)
  return rows[0]?.head ?? {}
}

/** Of a picture of a conversation: its author has not removed it. */
const isLeft = sql`exists (select 1 from medias m where m.id = t.media_id and m.deleted_at is null)`

/** Of an entry of the approval history or a note: what it marks. */
const marksOf = (owner: RawBuilder<unknown>) =>
  list(
    sql`jsonb_build_object('place', k.place, 'comment', k.comment, 'done_by', k.done_by, 'done_at', k.done_at) order by k.id`,
    sql`marks k where ${owner}`,
  )

const notes = list(
  sql`jsonb_build_object('id', n.id, 'message', n.message, 'is_for_client', n.is_for_client,
    'is_by_client', n.is_by_client, 'created_by', n.created_by, 'created_at', n.created_at, 'updated_at', n.updated_at,
    'media', ${list(sql`t.media_id order by t.position`, sql`note_attachments t where t.note_id = n.id and ${isLeft}`)},
    'marks', ${marksOf(sql`k.note_id = n.id`)}) order by n.id`,
  sql`notes n where n.post_social_id = s.id`,
)

const rounds = list(
  sql`jsonb_build_object('type', r.type, 'number', r.round, 'status', r.status, 'opened_by', r.opened_by,
    'opened_at', r.opened_at, 'closed_at', r.closed_at) order by r.id`,
  sql`approvals r where r.post_social_id = s.id`,
)

const actions = list(
  sql`jsonb_build_object('round', c.round, 'type', c.type, 'message', c.message, 'created_by', c.created_by,
    'created_at', c.created_at,
    'checkboxes', ${list(
      sql`jsonb_build_object('label', b.label, 'is_checked', b.is_checked) order by b.position`,
      sql`approval_checkboxes b where b.approval_action_id = c.id`,
    )},
    'media', ${list(sql`t.media_id order by t.position`, sql`approval_action_attachments t where t.approval_action_id = c.id and ${isLeft}`)},
    'marks', ${marksOf(sql`k.approval_action_id = c.id`)})
    order by c.id`,
  sql`approval_actions c where c.post_social_id = s.id`,
)

const versions = list(
  sql`jsonb_build_object('id', s.id, 'network', s.social_network, 'type', s.type, 'message', s.message,
    'first_comment', s.first_comment, 'message_editor_state', s.message_editor_state, 'extra_fields', s.extra_fields,
    'status', s.status, 'skipped_approvals', s.skipped_approvals, 'permalink', s.permalink,
    'published_at', s.published_at,
    'attachments', ${list(
      sql`jsonb_build_object('media', a.media_id, 'thumbnail', a.thumbnail_media_id, 'description', a.description,
        'extra_fields', a.extra_fields) order by a.position, a.id`,
      sql`attachments a where a.post_social_id = s.id`,
    )},
    'notes', ${notes}, 'approval_rounds', ${rounds}, 'approval_history', ${actions}) order by s.id`,
  sql`post_socials s where s.post_id = p.id and ${isSaved}`,
)

const readPosts = async (tx: Tx, projectId: number, after: number) => {
  const { rows } = await sql<{ id: number; post: string }>`
    select p.id, jsonb_build_object('id', p.id, 'type', p.type, 'created_by', p.created_by, 'created_at', p.created_at,
      'skipped_approvals', p.skipped_approvals,
      'campaign', (select g.id from campaigns g where g.id = p.campaign_id and g.deleted_at is null),
      'schedules', ${list(
        sql`jsonb_build_object('date', c.date, 'time', left(c.time::text, 5), 'timezone', c.timezone,
          'is_autoposting', c.is_autoposting) order by c.id`,
        sql`schedules c where c.post_id = p.id and c.deleted_at is null`,
      )},
      'versions', ${versions})::text as post
    from posts p where ${isExported(projectId)} and p.id > ${after} order by p.id limit ${AT_ONCE}`.execute(
    tx,
  )
  return rows
}

/** Those of the library and of posts, and those that were sent in the conversations of the exported posts. */
const readMedias = async (tx: Tx, projectId: number) => {
  const { rows } = await sql<{ sha256: string; content_type: string; storage_key: string; media: object }>`
    select m.sha256, m.content_type, m.storage_key, jsonb_build_object('id', m.id, 'sha256', m.sha256,
      'name', m.original_name, 'content_type', m.content_type, 'kind', m.object_type, 'bytes', m.file_size,
      'width', m.width, 'height', m.height, 'duration_seconds', m.duration_seconds, 'source', m.source,
      'parent', m.parent_media_id, 'crop', m.crop, 'digital_source_type', m.digital_source_type) as media
    from medias m where m.project_id = ${projectId} and m.deleted_at is null and m.purged_at is null
      and (m.source <> 'conversation' or m.id in (
        select t.media_id from note_attachments t join notes n on n.id = t.note_id
          join post_socials s on s.id = n.post_social_id join posts p on p.id = s.post_id where ${isExported(projectId)}
        union select t.media_id from approval_action_attachments t join approval_actions c on c.id = t.approval_action_id
          join post_socials s on s.id = c.post_social_id join posts p on p.id = s.post_id where ${isExported(projectId)}))
    order by m.id`.execute(tx)
  return rows
}

/**
 * The text of `project.json` in pieces, all of one moment if `tx` reads repeatably. `files` is filled with the media on the way: however many
 * posts there are, a hundred of them stand in memory at once.
 */
export async function* snapshotText(
  tx: Tx,
  { projectId, now }: { readonly projectId: number; readonly now: Date },
  files: Map<string, ArchivedFile>,
): AsyncGenerator<string> {
  await sql`set local time zone 'UTC'`.execute(tx)
  const medias = (await readMedias(tx, projectId)).map(({ media, sha256, content_type, storage_key }) => {
    const path = archivedPath(sha256, content_type)
    if (!files.has(path)) files.set(path, { path, storageKey: storage_key })
    return { ...media, file: path }
  })
  const head = {
    ...archiveFormat,
    exported_at: now.toISOString(),
    ...(await readHead(tx, projectId)),
    medias,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"posts":[`
  for (let after = 0, isFirst = true; ; isFirst = false) {
    const posts = await readPosts(tx, projectId, after)
    const last = posts.at(-1)
    if (!last) break
    yield `${isFirst ? '' : ','}\n${posts.map(({ post }) => post).join(',\n')}`
    after = last.id
  }
  yield '\n]}\n'
}
