import type * as contract from '#domain/campaigns/contract.ts'
import { type LinkParameters, linkWithParameters } from '#domain/campaigns/link-parameters.ts'
import { textWithParameters } from '#domain/campaigns/linked-texts.ts'
import type { Answer, Input, Output } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { editorStateOf } from '#domain/posts/editor-state.ts'
import { isClosedVersion } from '#domain/posts/status.ts'
import { replacementRefusal } from '#domain/posts/text-replacement.ts'
import { linkTemplateOf } from '#domain/projects/link-parameters.ts'
import { type LockedSocial, lockPostSocials } from '#server/features/posts/locks.ts'
import { postNotFound } from '#server/features/posts/posts.ts'
import { isTooLong, tooLong } from '#server/features/writing/replace-text.ts'
import { savePostSocials } from '#server/features/writing/save-post-socials.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inSavepoint } from '#server/platform/db/savepoint.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type ParametersOn, parametersIn, readCampaignNames } from './post-links.ts'

type Row = Output<typeof contract.addLinkParameters>[number]

/** Adds parameters to the links of several drafts: each is saved by itself, whole or not at all. */
export const addLinkParameters = async (
  { body }: Input<typeof contract.addLinkParameters>,
  call: ScopedCall,
): Promise<Answer<typeof contract.addLinkParameters>> => {
  const { tx, scope } = call
  if (linkTemplateOf(scope.settings) === null)
    return fail('validation_error', {
      message: 'This project has no link parameters. Set them in its settings.',
    })
  const postIds = [...new Set(body.post_ids)]
  // All of them before the first is changed: one by one, this and another call on several posts would deadlock.
  await lockPostSocials(tx, scope, postIds)
  const names = await readCampaignNames(tx, scope, postIds)
  const rows: Row[] = []
  for (const post_id of postIds) {
    const parametersOn = parametersIn(scope, names.get(post_id) ?? null)
    const saved = await inSavepoint(tx, () => addToPost(call, post_id, parametersOn))
    rows.push(
      isFailure(saved) ? { post_id, refusal: saved.message, saved: [] } : { post_id, refusal: null, saved },
    )
  }
  return rows
}

const addToPost = async (
  call: ScopedCall,
  postId: number,
  parametersOn: ParametersOn,
): Promise<Row['saved'] | Failure> => {
  const locked = await lockPostSocials(call.tx, call.scope, [postId])
  if (!locked) return postNotFound(postId)
  const open = locked.filter(({ status }) => !isClosedVersion(status))
  const refusal = replacementRefusal((open.length > 0 ? open : locked).map(({ status }) => status))
  if (refusal !== null) return fail('illegal_transition', { message: refusal })
  const links = await readLinks(call.tx, open)
  const changes = open.map(social => changeOf(social, links, parametersOn(social.social_network)))
  if (!changes.some(({ isChanged }) => isChanged)) return []
  if (changes.some(isTooLong)) return tooLong
  const followers = open.filter(({ follows_shared }) => follows_shared)
  // What names the network is no shared text any more.
  const staysShared = new Set(followers.map(each => parametersOn(each.social_network)?.query)).size === 1
  const changed = changes.filter(({ isChanged, social }) => isChanged || social.follows_shared)
  const body = {
    post_id: postId,
    project_id: call.scope.projectId,
    post_socials: changed.map(
      ({ social: { id, version, follows_shared }, message, first_comment, after }) => ({
        id,
        version,
        message,
        first_comment,
        message_editor_state: editorStateOf(message),
        media_actions: after,
        follows_shared: follows_shared && (staysShared || followers.length === 1),
      }),
    ),
  }
  const post = await savePostSocials({ body }, call)
  if (isFailure(post)) return post
  return changed.map(({ social, before }) => ({
    id: social.id,
    version: post.post_socials.find(({ id }) => id === social.id)?.version ?? 0,
    message: social.message,
    first_comment: social.first_comment,
    message_editor_state: social.message_editor_state,
    extra_fields: social.extra_fields,
    follows_shared: social.follows_shared,
    media_actions: before,
  }))
}

/** The attachments of these versions that carry a link. */
const readLinks = (tx: Tx, socials: readonly LockedSocial[]) =>
  tx
    .selectFrom('attachments')
    .select(['id', 'post_social_id', 'extra_fields'])
    .where(
      'post_social_id',
      'in',
      socials.map(({ id }) => id),
    )
    .execute()

type Links = Awaited<ReturnType<typeof readLinks>>

/** A version with the parameters in its links. `before` and `after`: what its cards are restored and changed with. */
const changeOf = (social: LockedSocial, links: Links, parameters: LinkParameters | null) => {
  const withThem = (text: string) => (parameters ? textWithParameters(text, parameters) : text)
  const cards = links.flatMap(({ id, post_social_id, extra_fields }) => {
    const { link = '' } = extra_fields
    const longer = parameters ? linkWithParameters(link, parameters) : link
    return post_social_id === social.id && link !== '' && longer !== link
      ? [{ id, extra_fields, longer }]
      : []
  })
  const [message, first_comment] = [withThem(social.message), withThem(social.first_comment)]
  return {
    social,
    message,
    first_comment,
    isChanged: message !== social.message || first_comment !== social.first_comment || cards.length > 0,
    before: cards.map(({ id, extra_fields }) => ({ action: 'update' as const, id, extra_fields })),
    after: cards.map(({ id, extra_fields, longer }) => ({
      action: 'update' as const,
      id,
      extra_fields: { ...extra_fields, link: longer },
    })),
  }
}
