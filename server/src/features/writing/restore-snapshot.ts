import type * as contract from '#domain/approvals/snapshot-contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { savePostSocials as saveContract } from '#domain/posts/contract.ts'
import { type KeptContent, mediaIdsOf } from '#domain/posts/kept-content.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import { findSnapshot, readSeenSnapshots } from '#server/features/approvals/snapshots/seen-snapshots.ts'
import { readStoredContents, type StoredContent } from '#server/features/posts/content.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { readKeptContents } from '#server/features/posts/post-contents.ts'
import { answerPost } from '#server/features/posts/posts.ts'
import { savePostSocials } from '#server/features/writing/save-post-socials.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

type Refusal = Extract<Answer<typeof contract.restoreSnapshot>, Failure>
type SavedVersion = Input<typeof saveContract>['body']['post_socials'][number]

/** Brings back what a post has said: a save like any other, with the same consequences for its approval (decision 71). */
export const restoreSnapshot = async (
  { params, body }: Input<typeof contract.restoreSnapshot>,
  call: ScopedCall,
): Promise<Answer<typeof contract.restoreSnapshot>> => {
  const { tx, now } = call
  const locked = await lockPostSocials(tx, call.scope, [params.postId])
  if (!locked) return fail('not_found')
  const seen = await readSeenSnapshots(tx, call, params.postId, now)
  if (isFailure(seen)) return seen
  const named = await findSnapshot(tx, seen, body.snapshot_id)
  if (isFailure(named)) return named
  const chosen = locked.filter(({ id }) => {
    const digest = named.snapshot.get(id)
    return digest !== undefined && digest !== seen.present.get(id)
  })
  if (chosen.length === 0)
    return fail('illegal_transition', { message: 'The post says exactly this already.' })
  const open = chosen.filter(({ status }) => !isClosedVersion(status) || status === 'on_publishing')
  if (open.length === 0) return statusRefusal(chosen.map(({ status }) => status))
  if (!open.every(({ id, version }) => body.versions.some(one => one.id === id && one.version === version)))
    return fail('stale_version')
  const versions = await toSavedVersions(tx, open, named.snapshot)
  if (isFailure(versions)) return versions
  const saved = await savePostSocials(
    { body: { post_id: params.postId, project_id: call.scope.projectId, post_socials: versions } },
    call,
    named.at ?? now,
  )
  if (isFailure(saved)) return saved
  const post = await answerPost(tx, call, params.postId, now)
  return isFailure(post) ? post : { post, undo: `b${await latestEdit(tx, params.postId)}` }
}

const toSavedVersions = async (
  tx: Tx,
  socials: readonly LockedSocial[],
  snapshot: ReadonlyMap<number, string>,
): Promise<SavedVersion[] | Refusal> => {
  const named = socials.map(({ id }) => ({ postSocialId: id, digest: snapshot.get(id) ?? '' }))
  const contentOf = await readKeptContents(tx, named)
  const present = await readStoredContents(
    tx,
    named.map(({ postSocialId }) => postSocialId),
  )
  const versions: SavedVersion[] = []
  for (const { postSocialId, digest } of named) {
    const content = contentOf(postSocialId, digest)
    const social = socials.find(({ id }) => id === postSocialId)
    if (!content || !social) return fail('not_found')
    const refusal = await missingFiles(tx, content)
    if (refusal) return refusal
    versions.push(await toSavedVersion(tx, social, content, present.get(postSocialId)))
  }
  return versions
}

/** Somebody may have deleted a file that no post used any more. */
const missingFiles = async (tx: Tx, content: KeptContent): Promise<Refusal | null> => {
  const ids = mediaIdsOf(content)
  if (ids.length === 0) return null
  const gone = await tx
    .selectFrom('medias')
    .select('original_name')
    .where('id', 'in', ids)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return gone
    ? fail('illegal_transition', {
        message: `The file ${gone.original_name} of this version was deleted. If it is still in the bin, restore it first.`,
      })
    : null
}

const toSavedVersion = async (
  tx: Tx,
  { id, version }: LockedSocial,
  content: KeptContent,
  present: StoredContent | undefined,
): Promise<SavedVersion> => {
  const isSameMedia = JSON.stringify(present?.kept.attachments) === JSON.stringify(content.attachments)
  const old = isSameMedia
    ? []
    : await tx.selectFrom('attachments').select('id').where('post_social_id', '=', id).execute()
  return {
    id,
    version,
    type: content.type,
    message: content.message,
    first_comment: content.first_comment,
    message_editor_state: content.message_editor_state,
    extra_fields: { mentions: [], content_tags: [], ...content.extra_fields },
    // All anew: an attachment that is added comes after those that stay.
    media_actions: isSameMedia
      ? []
      : [
          ...old.map(attachment => ({ action: 'detach' as const, id: attachment.id })),
          ...content.attachments.map(({ media_id, thumbnail_media_id, description, extra_fields }) => ({
            action: 'attach' as const,
            description,
            extra_fields,
            thumbnail_object_id: thumbnail_media_id,
            ...(media_id === null ? {} : { object_id: media_id }),
          })),
        ],
  }
}

/** The save was an edit of its own. */
const latestEdit = async (tx: Tx, postId: number): Promise<number> => {
  const { id } = await tx
    .selectFrom('post_edits')
    .select('id')
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}
