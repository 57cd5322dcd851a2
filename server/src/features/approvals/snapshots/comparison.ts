import type { Comparison, ContentChanges } from '#domain/approvals/snapshot-contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type ContentDifference, compareContents } from '#domain/posts/content-comparison.ts'
import type { KeptContent } from '#domain/posts/kept-content.ts'
import { readStoredContents } from '#server/features/posts/content.ts'
import { readKeptContents } from '#server/features/posts/post-contents.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { publicUrlOf } from '#server/platform/storage/storage.ts'
import type { Snapshot } from './snapshots.ts'

type Compared = { readonly before: Snapshot; readonly after: Snapshot }
type Named = { readonly postSocialId: number; readonly digest: string }

/** What differs between two snapshots, in the versions that both have. */
export const compareSnapshotContents = async (
  db: Reader,
  { before, after }: Compared,
  publicUrl: string,
): Promise<ContentChanges[]> => {
  const changed = [...before].filter(([id, digest]) => after.has(id) && after.get(id) !== digest)
  const named = changed.flatMap(([postSocialId, digest]): Named[] => [
    { postSocialId, digest },
    { postSocialId, digest: after.get(postSocialId) ?? digest },
  ])
  const contentOf = await readContentsOf(db, named)
  const differences = changed.flatMap(([id, digest]) => {
    const [one, other] = [contentOf(id, digest), contentOf(id, after.get(id) ?? digest)]
    const difference = one && other ? compareContents(one, other) : null
    return other && difference ? [{ network: other.social_network, difference }] : []
  })
  const toFile = await filesOf(db, differences, publicUrl)
  return toGroups(
    differences.map(({ network, difference }) => ({ network, ...withFiles(difference, toFile) })),
  )
}

/** Kept contents, or what the versions say now, of which nothing has to be kept. */
const readContentsOf = async (db: Reader, named: readonly Named[]) => {
  const kept = await readKeptContents(db, named)
  const missing = named.filter(({ postSocialId, digest }) => !kept(postSocialId, digest))
  const present = await readStoredContents(db, [...new Set(missing.map(({ postSocialId }) => postSocialId))])
  return (id: number, digest: string): KeptContent | undefined => {
    const current = present.get(id)
    return kept(id, digest) ?? (current?.digest === digest ? current.kept : undefined)
  }
}

type KeptFile = KeptContent['attachments'][number]
type ShownFile = NonNullable<ContentChanges['media']>['before'][number]

const filesOf = async (
  db: Reader,
  differences: readonly { readonly difference: ContentDifference }[],
  publicUrl: string,
): Promise<(file: KeptFile) => ShownFile> => {
  const files = differences.flatMap(({ difference: { media } }) =>
    media ? [...media.before, ...media.after] : [],
  )
  const ids = [
    ...new Set(files.flatMap(({ media_id, thumbnail_media_id }) => [media_id, thumbnail_media_id])),
  ]
  const known = ids.filter(id => id !== null)
  const rows =
    known.length === 0
      ? []
      : await db
          .selectFrom('medias')
          .select(['id', 'storage_key', 'object_type', 'original_name', 'has_previews', 'deleted_at'])
          .where('id', 'in', known)
          .execute()
  return ({ media_id, thumbnail_media_id, sha256, extra_fields }) => {
    const row = rows.find(({ id }) => id === media_id)
    const shown = [thumbnail_media_id, media_id]
      .map(id => rows.find(one => one.id === id))
      .find(one => one?.has_previews && one.deleted_at === null)
    return {
      key: sha256 ?? `media ${media_id}`,
      object_type: row?.object_type ?? 'image',
      name: row?.original_name ?? '',
      preview: shown ? publicUrlOf(publicUrl, shown.storage_key, 'small') : null,
      alt_text: extra_fields.alt_text ?? '',
    }
  }
}

const withFiles = ({ media, ...difference }: ContentDifference, toFile: (file: KeptFile) => ShownFile) => ({
  ...difference,
  media: media && { before: media.before.map(toFile), after: media.after.map(toFile) },
})

type Found = Omit<ContentChanges, 'social_networks'> & { readonly network: SocialNetwork }

/** Once where it is the same in several versions: shared content is in all of them. */
const toGroups = (found: readonly Found[]): ContentChanges[] => {
  const alike = Map.groupBy(found, ({ network: _, ...change }) => JSON.stringify(change))
  return [...alike.values()].flatMap(group => {
    const [first] = group
    if (!first) return []
    const { network: _, ...change } = first
    return [{ ...change, social_networks: group.map(({ network }) => network).toSorted() }]
  })
}

type Time = NonNullable<Comparison['schedule']>['before']

/** When the post was to go out at two moments, null for now; null if that is the same, or not known. */
export const compareSchedules = async (
  db: Reader,
  postId: number,
  { from, to }: { readonly from: Date | null; readonly to: Date | null },
): Promise<Comparison['schedule']> => {
  const events = await db
    .selectFrom('events')
    .select(['type', 'detail', 'created_at'])
    .where('post_id', '=', postId)
    .where('type', 'in', ['schedule.created', 'schedule.updated', 'schedule.deleted'])
    .orderBy('id')
    .execute()
  const row = await db
    .selectFrom('schedules')
    .select(['date', 'time', 'timezone'])
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const present: Time = row ?? null
  const timeAt = (at: Date | null): Time | undefined => {
    const next = at && events.find(({ created_at }) => created_at > at)
    if (!next) return present
    if (next.type === 'schedule.created') return null
    return toTime(next.detail.before)
  }
  const [before, after] = [timeAt(from), timeAt(to)]
  if (before === undefined || after === undefined) return null
  return JSON.stringify(before) === JSON.stringify(after) ? null : { before, after }
}

/** Undefined: the event was recorded before times before a change were. */
const toTime = (detail: unknown): Time | undefined => {
  if (typeof detail !== 'object' || detail === null) return undefined
  const { date, time, timezone } = detail as Record<string, unknown>
  if (typeof date !== 'string' || typeof time !== 'string') return undefined
  return { date, time, timezone: typeof timezone === 'string' ? timezone : null }
}
