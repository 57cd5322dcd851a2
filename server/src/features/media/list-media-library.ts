import { sql } from 'kysely'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/media/contract.ts'
import { LIBRARY_PAGE, LIBRARY_USES } from '#domain/media/library.ts'
import type { LibraryMedia } from '#domain/media/model.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { toWireMedia } from './medias.ts'

type Uses = Pick<LibraryMedia, 'used_in' | 'uses'>

/** A project's files, newest first, with the posts that use them. Pictures of conversations are no material, and converted videos have their originals there. */
export const listMediaLibrary = async (
  { query: { q, type, is_announced, after } }: Input<typeof contract.listMediaLibrary>,
  { db, scope, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.listMediaLibrary>> => {
  const inLibrary = db
    .selectFrom('medias')
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .where('source', '<>', 'conversation')
    .where('source', '<>', 'converted')
    // Its bytes are not there yet.
    .where('id', 'not in', unfinished =>
      unfinished.selectFrom('media_copies').select('media_id').where('status', '<>', 'duplicated'),
    )
  const words = (q ?? '').split(/\s+/).filter(Boolean)
  let page = inLibrary.selectAll()
  // Not `like`: a percent sign in a name is a sign like any other.
  for (const word of words)
    page = page.where(sql<boolean>`position(lower(${word}) in lower(original_name)) > 0`)
  const rows = await page
    .$if(type !== undefined, query => query.where('object_type', '=', type ?? 'image'))
    .$if(is_announced !== undefined, query => query.where('clean_after', 'is not', null))
    .$if(after !== undefined, query => query.where('id', '<', after ?? 0))
    .orderBy('id', 'desc')
    .limit(LIBRARY_PAGE + 1)
    .execute()
  const shown = rows.slice(0, LIBRARY_PAGE)
  const [uses, { announced }] = await Promise.all([
    readUses(
      db,
      shown.map(({ id }) => id),
    ),
    inLibrary
      .where('clean_after', 'is not', null)
      .select(eb => eb.fn.countAll<number>().as('announced'))
      .executeTakeFirstOrThrow(),
  ])
  return {
    medias: shown.map(row => ({
      ...toWireMedia(row, services.config.publicUrl),
      ...(uses.get(row.id) ?? { used_in: [], uses: 0 }),
      clean_after: row.clean_after?.toISOString() ?? null,
      is_kept: row.kept_at !== null,
    })),
    next_after: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    announced,
  }
}

/** The posts, not deleted, in which these files are attachments or thumbnails, the latest first. */
const readUses = async (db: Db, mediaIds: readonly number[]): Promise<Map<number, Uses>> => {
  if (mediaIds.length === 0) return new Map()
  const { rows } = await sql<{ media_id: number } & Uses['used_in'][number] & { uses: number }>`
    with uses as (
      select m.id as media_id, p.id as post_id,
        array_agg(distinct s.social_network) as social_networks, max(s.message) as message
      from unnest(${[...mediaIds]}::bigint[]) m (id)
        join attachments a on a.media_id = m.id or a.thumbnail_media_id = m.id
        join post_socials s on s.id = a.post_social_id
        join posts p on p.id = s.post_id and p.deleted_at is null
      group by m.id, p.id),
    ranked as (
      select *, row_number() over (partition by media_id order by post_id desc) as place,
        count(*) over (partition by media_id)::int as uses from uses)
    select media_id, post_id, social_networks, left(message, 120) as message, uses
    from ranked where place <= ${LIBRARY_USES} order by media_id, place`.execute(db)
  const found = new Map<number, Uses>()
  for (const { media_id, uses, ...use } of rows)
    found.set(media_id, { uses, used_in: [...(found.get(media_id)?.used_in ?? []), use] })
  return found
}
