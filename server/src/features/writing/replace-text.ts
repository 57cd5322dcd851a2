import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/posts/contract.ts'
import { editorStateOf } from '#domain/posts/editor-state.ts'
import { FIRST_COMMENT_MAX, MESSAGE_MAX } from '#domain/posts/field-limits.ts'
import { findTextMatches, replaceMatches, replacementRefusal } from '#domain/posts/text-replacement.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import { inSavepoint } from '#server/platform/db/savepoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { mentionsOf, textsOf } from './find-text-matches.ts'
import { savePostSocials } from './save-post-socials.ts'

type Body = Input<typeof contract.replaceText>['body']
type Target = Body['posts'][number]
type Saved = contract.SavedText[]

/** Replaces a word in several drafts: each is saved by itself, whole or not at all. */
export const replaceText = async (
  { body }: Input<typeof contract.replaceText>,
  call: ScopedCall,
): Promise<Answer<typeof contract.replaceText>> => {
  // All of them before the first is changed: one by one, this and another call on several posts would deadlock.
  await lockPostSocials(
    call.tx,
    call.scope,
    body.posts.map(({ post_id }) => post_id),
  )
  const results = new Map<number, Saved | Failure>()
  for (const target of body.posts)
    results.set(target.post_id, await inSavepoint(call.tx, () => replaceInPost(call, body, target)))
  return body.posts.flatMap(({ post_id }) => {
    const result = results.get(post_id)
    if (!result) return []
    const [refusal, saved] = isFailure(result) ? [result.message, []] : [null, result]
    return [{ post_id, refusal, saved }]
  })
}

const replaceInPost = async (call: ScopedCall, body: Body, target: Target): Promise<Saved | Failure> => {
  const locked = await lockPostSocials(call.tx, call.scope, [target.post_id])
  if (!locked) return postNotFound(target.post_id)
  const changed: { social: LockedSocial; message: string; first_comment: string }[] = []
  for (const versions of textsOf(locked)) {
    const isNamed = versions.some(({ id }) => target.versions.some(seen => seen.id === id))
    if (!isNamed) continue
    const refusal = refusalOf(versions, target)
    if (refusal) return refusal
    const replaced = (text: string) =>
      replaceMatches(text, findTextMatches(text, mentionsOf(versions), body), body.replacement)
    for (const social of versions)
      changed.push({
        social,
        message: replaced(social.message),
        first_comment: replaced(social.first_comment),
      })
  }
  if (changed.length < target.versions.length) return changedMeanwhile()
  if (changed.some(isTooLong)) return tooLong
  const post = await savePostSocials(
    {
      body: {
        post_id: target.post_id,
        project_id: call.scope.projectId,
        post_socials: changed.map(({ social: { id, version, follows_shared }, message, first_comment }) => ({
          id,
          version,
          follows_shared,
          message,
          first_comment,
          media_actions: [],
          message_editor_state: editorStateOf(message),
        })),
      },
    },
    call,
  )
  if (isFailure(post)) return post
  return changed.map(({ social: { id, message, first_comment, ...social } }) => ({
    id,
    message,
    first_comment,
    version: post.post_socials.find(now => now.id === id)?.version ?? 0,
    message_editor_state: social.message_editor_state,
    extra_fields: social.extra_fields,
    follows_shared: social.follows_shared,
  }))
}

/** What a save of the editor may not exceed either. */
export const isTooLong = (text: { readonly message: string; readonly first_comment: string }): boolean =>
  text.message.length > MESSAGE_MAX || text.first_comment.length > FIRST_COMMENT_MAX

export const tooLong = fail('validation_error', { message: 'The text would become too long.' })

const changedMeanwhile = () =>
  fail('stale_version', { message: 'Somebody has changed it in the meantime. Look for the word again.' })

/** What shares a text changes together, in the state in which the person saw it. */
const refusalOf = (versions: readonly LockedSocial[], { versions: seen }: Target): Failure | null => {
  const refusal = replacementRefusal(versions.map(({ status }) => status))
  if (refusal !== null) return fail('illegal_transition', { message: refusal })
  const isAsSeen = versions.every(({ id, version }) =>
    seen.some(one => one.id === id && one.version === version),
  )
  return isAsSeen ? null : changedMeanwhile()
}
