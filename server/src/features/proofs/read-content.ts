import { instantsOf } from '#domain/calendar/range.ts'
import type { ObjectData } from '#domain/media/model.ts'
import type { Attachment, Post, PostSocial } from '#domain/posts/model.ts'
import { PROOF_POSTS_MAX } from '#domain/proofs/contract.ts'
import type { ProofAttachment, ProofContent, ProofPost, ProofVersion } from '#domain/proofs/model.ts'
import { standingOf } from '#domain/proofs/standing.ts'
import { readNotes } from '#server/features/notes/notes.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { listScheduled } from '#server/features/posts/summaries.ts'
import { readLook } from '#server/features/reports/look.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

/** What a proof is about, and how much of it is shown. */
export type Shown = {
  readonly about: { readonly from: string; readonly to: string } | { readonly postIds: readonly number[] }
  readonly has_drafts: boolean
  readonly has_comments: boolean
}

type Reading = {
  readonly db: Reader
  readonly scope: ProjectScope
  readonly services: Services
  readonly now: Date
}

/** Addresses of files are without the host: a frozen proof outlives a change of it. */
const NO_HOST = ''

/**
 * What somebody sees who does not decide: what a client sees of these posts, field by field, so that nothing which is added to a post later is
 * shown by itself. `mediaIds`: the files in it.
 */
export const readProofContent = async (
  reading: Reading,
  shown: Shown,
): Promise<{ readonly content: ProofContent; readonly mediaIds: readonly number[] }> => {
  const { db, scope, services } = reading
  const { posts, hasMore } = await readShownPosts(reading, shown)
  const comments = await readComments(reading, shown.has_comments ? posts : [])
  const { name: agency_name } = await db
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  const content: ProofContent = {
    posts: posts.map(post => toProofPost(post, comments)),
    has_more: hasMore,
    accounts: (await listProjectSocials(db, scope)).map(social =>
      toAccount(social, services.config.publicUrl),
    ),
    project_name: scope.projectName,
    agency_name,
    timezone: scope.timezone,
    look: await readLook(db, services.storage, scope),
  }
  const attachments = posts.flatMap(post => post.post_socials.flatMap(social => social.attachments))
  const mediaIds = attachments.flatMap(({ object_id, thumbnail_object_id }) =>
    [object_id, thumbnail_object_id].filter(id => id !== null),
  )
  return { content, mediaIds: [...new Set(mediaIds)] }
}

/** The posts with the versions that are shown, by their time; those without a time last. */
const readShownPosts = async (reading: Reading, { about, has_drafts }: Shown) => {
  const { db, scope, now } = reading
  const viewer = {
    // Drafts that were chosen: all that is saved. Otherwise what a client sees.
    scope: { ...scope, role: has_drafts ? null : ('external-approver' as const) },
    personId: null,
    publicUrl: NO_HOST,
  }
  const ids =
    'postIds' in about
      ? about.postIds
      : (
          await listScheduled(
            db,
            scope.projectId,
            instantsOf({ start: about.from, end: about.to }, scope.timezone),
          )
        ).map(({ id }) => id)
  const found: Post[] = []
  for (let at = 0; at < ids.length && found.length <= PROOF_POSTS_MAX; at += PROOF_POSTS_MAX) {
    const read = await readPosts(db, viewer, ids.slice(at, at + PROOF_POSTS_MAX), now)
    found.push(...read.map(withoutUnsaved).filter(({ post_socials }) => post_socials.length > 0))
  }
  const timeOf = (post: Post) => post.latest_schedule?.datetime ?? '~'
  const posts = found.toSorted((one, other) =>
    timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0,
  )
  return { posts: posts.slice(0, PROOF_POSTS_MAX), hasMore: posts.length > PROOF_POSTS_MAX }
}

const withoutUnsaved = (post: Post): Post => ({
  ...post,
  post_socials: post.post_socials.filter(({ status }) => status !== 'temporary_draft'),
})

type Comments = ReadonlyMap<number, ProofVersion['comments']>

/** What was said for the client to read, as a client reads it, by version. */
const readComments = async ({ db, scope, services }: Reading, posts: readonly Post[]): Promise<Comments> => {
  const ids = posts.flatMap(({ post_socials }) => post_socials.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const talkedAbout = await db
    .selectFrom('notes')
    .select('post_social_id')
    .distinct()
    .where('post_social_id', 'in', ids)
    .where('is_for_client', '=', true)
    .execute()
  const nobody = { userId: 0, sessionId: 0, name: '', isSuperAdmin: false }
  const asClient = { scope: { ...scope, role: 'external-approver' as const }, person: nobody, services }
  const comments = new Map<number, ProofVersion['comments']>()
  for (const { post_social_id: postSocialId } of talkedAbout) {
    const notes = await readNotes(db, asClient, { postSocialId })
    comments.set(
      postSocialId,
      notes
        .filter(({ message }) => message !== '')
        .map(({ created_at, created_by_user, message }) => ({
          at: created_at,
          by: created_by_user?.name ?? null,
          message,
        })),
    )
  }
  return comments
}

const toProofPost = (post: Post, comments: Comments): ProofPost => ({
  id: post.id,
  scheduled_at: post.latest_schedule?.datetime ?? null,
  versions: post.post_socials.map(social => toVersion(social, comments.get(social.id) ?? [])),
})

const toVersion = (social: PostSocial, comments: ProofVersion['comments']): ProofVersion => ({
  id: social.id,
  social_network: social.social_network,
  type: social.type,
  standing: standingOf(social.status),
  message: social.message,
  first_comment: social.first_comment_status === 'failed' ? '' : social.first_comment,
  mentions: social.extra_fields.mentions ?? [],
  attachments: social.attachments.map(toAttachment),
  linked_page: social.linked_page,
  published_at: social.published_at,
  permalink: social.permalink,
  comments,
})

const toAttachment = ({
  id,
  object_type,
  object_data,
  thumbnail_object_data,
  description,
  extra_fields,
}: Attachment): ProofAttachment => {
  const { link, name, title, description: text, alt_text, is_child_link } = extra_fields
  const given = { link, name, title, description: text, alt_text, is_child_link }
  return {
    id,
    object_type,
    object_data: object_data && toFile(object_data),
    thumbnail_object_data: thumbnail_object_data && toFile(thumbnail_object_data),
    description,
    extra_fields: Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
  }
}

const toFile = ({ public_url, content_type, previews, options, digital_source_type }: ObjectData) => ({
  public_url,
  content_type,
  previews,
  options: {
    width: options.width,
    height: options.height,
    ratio: options.ratio,
    type: options.type,
    duration: options.duration,
  },
  ...(digital_source_type === undefined ? {} : { digital_source_type }),
})

type Social = Awaited<ReturnType<typeof listProjectSocials>>[number]

/** With the name under which it is seen. A picture at the network would tell it who looks when. */
const toAccount = ({ social_network, name, logo, account_details }: Social, publicUrl: string) => {
  const { screen_name, username } = account_details
  return {
    social_network,
    name,
    logo: logo?.startsWith(`${publicUrl}/`) ? logo.slice(publicUrl.length) : null,
    account_details: {
      ...(screen_name === undefined ? {} : { screen_name }),
      ...(username === undefined ? {} : { username }),
    },
  }
}
