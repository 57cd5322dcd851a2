import { sourceFor, type VersionCopy } from '#domain/duplication/version-copy.ts'
import { type Failure, isFailure } from '#domain/kernel/failure.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { isSameShared } from '#domain/posts/following.ts'
import type { Post } from '#domain/posts/model.ts'
import { startConversions } from '#server/features/media/video-conversion/conversions.ts'
import { readContents } from '#server/features/posts/content.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { createSchedule } from '#server/features/schedules/create-schedule.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { emit } from '#server/platform/events/emit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import { copyMedia } from './media-copies.ts'
import { planVersions, type Source } from './sources.ts'

/** A time that the duplicate gets; without a date it has none. */
export type When = {
  readonly date?: string | undefined
  readonly time?: string | undefined
  readonly is_autoposting?: boolean | undefined
}

export type Wanted = {
  readonly source: Source
  readonly target: ProjectScope
  readonly networks: readonly SocialNetwork[]
  readonly when: When
}

/** The same call on another project: what it writes and emits belongs there. */
const callIn = (call: ScopedCall, target: ProjectScope): ScopedCall => ({
  ...call,
  scope: target,
  emit: event => emit(call.tx, { ...event, projectId: target.projectId, actorId: call.person.userId }),
})

type Refusal = Failure<
  | 'network_not_connected'
  | 'type_not_allowed'
  | 'lead_time'
  | 'autoposting_not_possible'
  | 'illegal_transition'
  | 'upload_limit'
  | 'not_found'
>

/**
 * Writes a duplicate: a draft with its versions, files and time, all in the call's transaction. The source's versions are locked, so that
 * it is a copy of one moment. Files are shared within a project, and copied into another one.
 */
export const insertCopy = async (
  call: ScopedCall,
  { source, target, networks, when }: Wanted,
): Promise<Post | Refusal> => {
  const { tx, services, now } = call
  const copies = await planVersions(tx, source, target, networks)
  if (isFailure(copies)) return copies
  const there = callIn(call, target)
  const isOwn = source.post.project_id === target.projectId
  const postId = await insertPost(there, copies, isOwn ? source.post : null)
  const media = isOwn ? null : await copyMedia(there, postId, mediaIn(copies))
  if (isFailure(media)) return media as Refusal
  const ids = await insertVersions(there, postId, copies, media)
  await followShared(tx, source, copies, ids)
  await startConversions(tx, services, ids)
  await there.emit({
    type: 'post.created',
    postId,
    // Another project's numbers are nobody's business here.
    ...(isOwn ? { detail: { duplicated_from: source.post.id } } : {}),
  })
  const { date, time, is_autoposting } = when
  if (date !== undefined && time !== undefined && is_autoposting !== undefined) {
    const body = { date, time, is_autoposting, post_id: postId }
    const scheduled = await createSchedule({ body, params: undefined, query: undefined }, there)
    if (isFailure(scheduled)) return scheduled as Refusal
  }
  const made = await getPostFor(tx, viewerOf(there), postId, now)
  if (isFailure(made)) throw new Error(`the duplicate ${postId} cannot be read`)
  return made
}

const mediaIn = (copies: readonly VersionCopy[]): number[] => [
  ...new Set(
    copies.flatMap(({ attachments }) =>
      attachments.flatMap(({ object_id, thumbnail_object_id }) =>
        [object_id, thumbnail_object_id].filter(id => id !== null),
      ),
    ),
  ),
]

const insertPost = async (
  { tx, scope, person, now }: ScopedCall,
  copies: readonly VersionCopy[],
  parent: Post | null,
): Promise<number> => {
  const [first] = copies
  if (!first) throw new Error('a duplicate without networks')
  const { id } = await tx
    .insertInto('posts')
    .values({
      project_id: scope.projectId,
      type: first.type,
      created_by: person.userId,
      parent_post_id: parent?.id ?? null,
      campaign_id: parent?.campaign_id ?? null,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns their ids, in the order of the copies */
const insertVersions = async (
  { tx, scope, now }: ScopedCall,
  postId: number,
  copies: readonly VersionCopy[],
  media: ReadonlyMap<number, number> | null,
): Promise<number[]> => {
  const times = { created_at: now, updated_at: now }
  const placed = (id: number | null) => {
    if (id === null || media === null) return id
    const found = media.get(id)
    if (found === undefined) throw new Error(`file ${id} was not copied`)
    return found
  }
  const ids: number[] = []
  for (const { attachments, lost: _, extra_fields, ...content } of copies) {
    const { id } = await tx
      .insertInto('post_socials')
      .values({
        ...content,
        ...times,
        post_id: postId,
        project_id: scope.projectId,
        status: 'draft',
        extra_fields: JSON.stringify(extra_fields),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    if (attachments.length === 0) continue
    await tx
      .insertInto('attachments')
      .values(
        attachments.map(
          ({ object_id, thumbnail_object_id, description, extra_fields: fields }, position) => ({
            post_social_id: id,
            project_id: scope.projectId,
            description,
            position,
            ...times,
            media_id: placed(object_id),
            thumbnail_media_id: placed(thumbnail_object_id),
            extra_fields: JSON.stringify(fields),
          }),
        ),
      )
      .execute()
  }
  return ids
}

/** Those follow one shared content that did, or are made of one that did, as far as they still say the same (decision 45). */
const followShared = async (
  tx: Tx,
  { versions }: Source,
  copies: readonly VersionCopy[],
  ids: readonly number[],
): Promise<void> => {
  const isOfOne = versions.length === 1
  const wanting = ids.filter((_, index) => {
    const network = copies[index]?.social_network
    return isOfOne || ids.length === 1 || (network && sourceFor(versions, network)?.follows_shared)
  })
  const contents = await readContents(tx, wanting)
  const [shared] = wanting.flatMap(id => contents.get(id) ?? [])
  const following = wanting.filter(id => {
    const own = contents.get(id)
    return shared && own && isSameShared(shared, own)
  })
  if (following.length > 0)
    await tx.updateTable('post_socials').set({ follows_shared: true }).where('id', 'in', following).execute()
}
