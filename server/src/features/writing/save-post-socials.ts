import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { typesTakenBy } from '#domain/networks/network.ts'
import type * as contract from '#domain/posts/contract.ts'
import { versionEdit } from '#domain/posts/edits.ts'
import { mentionsIn } from '#domain/posts/mentions.ts'
import type { Post } from '#domain/posts/model.ts'
import { contentOf, postSocialProblems } from '#domain/posts/problems.ts'
import { postSocialLifecycle, unsentStatuses } from '#domain/posts/status.ts'
import { statusRefusal } from '#domain/posts/status-refusal.ts'
import {
  type ContentChange,
  resetApprovalAfterEdit,
} from '#server/features/approvals/reset-approval-after-edit.ts'
import {
  type NeededConversion,
  startConversions,
  startNeeded,
} from '#server/features/media/video-conversion/conversions.ts'
import { changeAttachments } from '#server/features/posts/attachments.ts'
import { readStoredContents, type StoredContent } from '#server/features/posts/content.ts'
import { freezeNewLinks } from '#server/features/posts/link-previews/linked-pages.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { getPostFor, postNotFound } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { withdrawUnsent } from '#server/features/posts/withdraw-unsent.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { saveFollowing } from './following-versions.ts'
import { type RecordedEdit, recordEdit } from './record-edit.ts'

type SavedVersion = Input<typeof contract.savePostSocials>['body']['post_socials'][number]
type Refusal = Extract<Answer<typeof contract.savePostSocials>, Failure>
type Pair = { readonly draft: SavedVersion; readonly social: LockedSocial }

/** Saves versions of a post, all or none, and resets the approval if the content is no longer what was approved. */
export const savePostSocials = async (
  { body }: Pick<Input<typeof contract.savePostSocials>, 'body'>,
  call: ScopedCall,
  /** The moment of the content that it restores. */
  restoredFrom: Date | null = null,
): Promise<Answer<typeof contract.savePostSocials>> => {
  const { tx, now } = call
  const locked = await lockPostSocials(tx, call.scope, [body.post_id])
  if (!locked) return postNotFound(body.post_id)
  const socials = await withdrawSaved(call, locked, body.post_socials)
  const pairs = pairWithRows(body.post_socials, socials)
  if (isFailure(pairs)) return pairs
  const before = await readStoredContents(tx, idsOf(pairs))
  for (const pair of pairs) {
    const refusal = await writeVersion(call, pair)
    if (refusal) return refusal
  }
  const needed = await startConversions(tx, call.services, idsOf(pairs))
  const after = await readStoredContents(
    tx,
    socials.map(({ id }) => id),
  )
  const following = await saveFollowing(tx, socials, body.post_socials, after)
  if (isFailure(following)) return following
  const edits = editsOf(pairs, before, after)
  const changes = edits.map(({ social, edit: { parts } }): ContentChange => ({ social, parts }))
  /** Changed in what is not content: other screens must hear of it. */
  const quiet = [...pairs.filter(isAwaitingOthers).map(({ social }) => social), ...following]
  // A save without changes must not stop a publication: it is refused, as if the post were being sent.
  const isWithdrawn = socials.some(({ status }, index) => status !== locked[index]?.status)
  if (isWithdrawn && changes.length === 0) return fail('being_published')
  const becameDraft = body.is_temporary === false ? await saveAsDraft(call, socials) : false
  const changed = [...changes.map(({ social }) => social), ...quiet]
  if (changed.length > 0) await markChanged(call, body.post_id, changed)
  // Before the approval: what an edit sets in motion there must not end it.
  await recordEdits(call, body.post_id, edits, restoredFrom)
  if (!(await resetApprovalAfterEdit(call, socials, changes, before)))
    return statusRefusal(socials.map(({ status }) => status))
  if (changed.length > 0 || becameDraft) await call.emit({ type: 'post.saved', postId: body.post_id })
  const post = await getPostFor(tx, viewerOf(call), body.post_id, now)
  return isFailure(post) ? post : (refuseProblems(call, { post, changes, needed }) ?? post)
}

type Contents = ReadonlyMap<number, StoredContent>
type Edit = RecordedEdit & { readonly social: LockedSocial }

/** What the save changed, of the versions in which it changed something. */
const editsOf = (pairs: readonly Pair[], before: Contents, after: Contents): Edit[] =>
  pairs.flatMap(({ social }) => {
    const [old, present] = [before.get(social.id), after.get(social.id)]
    const edit = old && present ? versionEdit(old.content, present.content) : null
    return old && present && edit ? [{ social, edit, before: old, after: present }] : []
  })

/** Records what was changed; in what was sent before, with the cards that its links have from now on. */
const recordEdits = async (
  call: ScopedCall,
  postId: number,
  edits: readonly Edit[],
  restoredFrom: Date | null,
): Promise<void> => {
  const sent = edits.flatMap(({ social }) => (unsentStatuses.includes(social.status) ? [] : [social]))
  const frozen = await freezeNewLinks(call.tx, sent)
  const others = frozen.flatMap((social, index) => (social === sent[index] ? [] : [social.id]))
  const present = await readStoredContents(call.tx, others)
  const recorded = edits.map(edit => ({ ...edit, after: present.get(edit.social.id) ?? edit.after }))
  await recordEdit(call, postId, recorded, restoredFrom)
}

/** An edit wins until something is sent: the saved versions stop publishing. */
const withdrawSaved = async (
  { tx, now, person }: ScopedCall,
  locked: readonly LockedSocial[],
  drafts: readonly SavedVersion[],
): Promise<LockedSocial[]> => {
  const saved = locked.filter(({ id }) => drafts.some(draft => draft.id === id))
  const present = await withdrawUnsent(tx, saved, { now, personId: person.userId })
  return locked.map(social => present.find(({ id }) => id === social.id) ?? social)
}

/** Whether other files are awaited than before. */
const isAwaitingOthers = ({ draft, social }: Pair): boolean =>
  draft.awaited_files !== undefined &&
  JSON.stringify(draft.awaited_files) !== JSON.stringify(social.awaited_files)

const idsOf = (pairs: readonly Pair[]): number[] => pairs.map(pair => pair.social.id)

/** Each version in the request with its row, or the reason why one of them cannot be saved. */
const pairWithRows = (drafts: readonly SavedVersion[], locked: readonly LockedSocial[]): Pair[] | Refusal => {
  const pairs: Pair[] = []
  for (const draft of drafts) {
    const social = locked.find(row => row.id === draft.id)
    if (!social) return fail('not_found')
    if (pairs.some(pair => pair.social === social))
      return fail('validation_error', { message: 'Each version once' })
    if (social.status === 'on_publishing') return fail('being_published')
    if (social.status === 'live') return fail('already_live')
    if (draft.version !== undefined && draft.version !== social.version) return fail('stale_version')
    if (draft.type && !typesTakenBy(social.social_network).includes(draft.type))
      return fail('type_not_allowed')
    pairs.push({ draft, social })
  }
  return pairs
}

/** Writes the fields that the request names. Mentions that are no longer in the text are dropped. */
const writeVersion = async (call: ScopedCall, { draft, social }: Pair): Promise<Refusal | null> => {
  const message = draft.message ?? social.message
  const comment = draft.first_comment ?? social.first_comment
  const { mentions, ...fields } = { ...social.extra_fields, ...draft.extra_fields }
  const kept = mentionsIn(`${message}\n${comment}`, mentions ?? [])
  await call.tx
    .updateTable('post_socials')
    .set({
      message,
      type: draft.type ?? social.type,
      first_comment: comment,
      awaited_files: draft.awaited_files ?? social.awaited_files,
      extra_fields: JSON.stringify(kept.length > 0 ? { ...fields, mentions: kept } : fields),
      ...(draft.message_editor_state === undefined
        ? {}
        : { message_editor_state: draft.message_editor_state }),
    })
    .where('id', '=', social.id)
    .execute()
  return changeAttachments(call, social.id, draft)
}

const saveAsDraft = async ({ tx, now }: ScopedCall, socials: readonly LockedSocial[]): Promise<boolean> => {
  const temporary = socials.filter(social => social.status === 'temporary_draft')
  for (const social of temporary)
    await move(tx, postSocialLifecycle, social.id, 'saved_as_draft', { updated_at: now })
  return temporary.length > 0
}

/** Raises the version of each changed post social; the post takes the type that all its versions share. */
const markChanged = async (
  { tx, now }: ScopedCall,
  postId: number,
  socials: readonly LockedSocial[],
): Promise<void> => {
  const ids = socials.map(({ id }) => id)
  await tx
    .updateTable('post_socials')
    .set(eb => ({ version: eb('version', '+', 1), updated_at: now }))
    .where('id', 'in', ids)
    .execute()
  const types = await tx
    .selectFrom('post_socials')
    .select('type')
    .distinct()
    .where('post_id', '=', postId)
    .execute()
  const [shared, another] = types
  await tx
    .updateTable('posts')
    .set({ updated_at: now, ...(shared && !another ? { type: shared.type } : {}) })
    .where('id', '=', postId)
    .execute()
}

type Saved = {
  readonly post: Post
  readonly changes: readonly ContentChange[]
  readonly needed: readonly NeededConversion[]
}

/** A refusal takes back the conversion that it says to wait for, so that is started again. */
const refuseProblems = ({ services, undoOnFailure }: ScopedCall, { post, changes, needed }: Saved) => {
  const refusal = introducedProblems(post, changes)
  if (refusal?.code === 'video_converting')
    undoOnFailure(() => services.db.transaction().execute(tx => startNeeded(tx, services, needed)))
  return refusal
}

/**
 * A draft may be incomplete. But what was sent for approval or cleared had no problems, and an edit must not introduce any: the post
 * would be approved and then fail on the network.
 */
const introducedProblems = (
  post: Post,
  changes: readonly ContentChange[],
): Failure<'validation_error' | 'video_converting'> | null => {
  const errors: Record<string, string[]> = {}
  let isOnlyWaiting = true
  for (const { social: before } of changes) {
    if (unsentStatuses.includes(before.status) || before.status === 'publishing_failed') continue
    const social = post.post_socials.find(row => row.id === before.id)
    for (const problem of social ? postSocialProblems(contentOf(social)) : []) {
      isOnlyWaiting &&= problem.code === 'video_converting'
      const field = `${problem.network}.${problem.field}`
      errors[field] = [...(errors[field] ?? []), problem.text]
    }
  }
  const first = Object.values(errors)[0]?.[0]
  if (first === undefined) return null
  return fail(isOnlyWaiting ? 'video_converting' : 'validation_error', { errors, message: first })
}
