import type { FastifyRequest } from 'fastify'
import { dailyLimits, WHOLE_APP } from '../platform/daily-limits.ts'
import { contentDigest } from '../platform/media.ts'
import type { Post, SandboxAccount } from '../platform/model.ts'
import { publish } from '../platform/publish.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { postFields, refuseUnknownFields } from './body-fields.ts'
import {
  authenticate,
  type Caller,
  failIfReadBackDown,
  organizationOf,
  organizationUrn,
  ownOrganization,
  pageOf,
  queryOf,
  urnInPath,
} from './call.ts'
import { type Content, readContent, type WireContent } from './content.ts'
import { dayIsUsed, invalid, LinkedinError, linkedinFailures, notFound } from './errors.ts'
import { parseLittleText } from './little-text.ts'
import { scopesFor } from './scopes.ts'

const longestCommentary = 3000
const duplicateWindow = 10 * 60_000

type WirePost = {
  author?: unknown
  commentary?: unknown
  visibility?: unknown
  lifecycleState?: unknown
  distribution?: unknown
  content?: WireContent
}

/** The irreversible call. Answers 201 without a body, with the post's URN in a header. */
export function createPost(sandbox: Sandbox, request: FastifyRequest): Promise<HttpReply> {
  const resource = 'posts.CREATE'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.writing, resource })
  const wire = (request.body ?? {}) as WirePost
  refuseUnknownFields(wire, postFields)
  const account = ownOrganization(sandbox, caller, wire.author, resource)
  const commentary = readCommentary(wire)
  const content = readContent(sandbox, account, wire.content)
  if (commentary.trim() === '' && content.shownMedia.length === 0 && !content.article) {
    throw invalid('MISSING_FIELD', '/commentary :: field is required but not found and has no default value')
  }
  const digest = contentDigest(commentary, content.media, content.article?.url)
  return publish(sandbox, {
    network: 'linkedin',
    account: account.id,
    failures: linkedinFailures,
    check: () => {
      refuseOverDailyLimit(sandbox, caller)
      refuseDuplicate(sandbox, account, digest)
    },
    store: () => {
      const post = storePost(sandbox, account, commentary, content, digest)
      sandbox.daily.add('linkedin_member_posts', memberOf(caller))
      sandbox.daily.add('linkedin_app_posts', WHOLE_APP)
      return { post, answer: { status: 201, headers: { 'x-restli-id': post.id, 'x-linkedin-id': post.id } } }
    },
  })
}

/** LinkedIn counts UTF-16 units of the escaped text. */
export const isCommentaryTooLong = (commentary: string): boolean => commentary.length > longestCommentary

function readCommentary(wire: WirePost): string {
  const { commentary = '', visibility, lifecycleState, distribution } = wire
  if (typeof commentary !== 'string')
    throw invalid('INVALID_VALUE_FOR_FIELD', '/commentary :: is not a string')
  if (isCommentaryTooLong(commentary)) {
    throw invalid(
      'FIELD_LENGTH_TOO_LONG',
      `/commentary :: text length ${commentary.length} exceeds 3000 characters`,
    )
  }
  if (visibility !== 'PUBLIC') throw invalid('INVALID_VALUE_FOR_FIELD', '/visibility :: must be PUBLIC')
  if (lifecycleState !== 'PUBLISHED')
    throw invalid('INVALID_VALUE_FOR_FIELD', '/lifecycleState :: must be PUBLISHED')
  if (distribution === undefined) {
    throw invalid(
      'MISSING_FIELD',
      '/distribution :: field is required but not found and has no default value',
    )
  }
  return commentary
}

/** The demo accounts' own tokens have no person behind them. */
const memberOf = ({ token }: Caller) => token.person ?? token.account

function refuseOverDailyLimit({ daily, limits }: Sandbox, caller: Caller) {
  if (!limits) return
  if (daily.used('linkedin_app_posts', WHOLE_APP) >= dailyLimits.linkedin_app_posts)
    throw dayIsUsed('APPLICATION')
  if (daily.used('linkedin_member_posts', memberOf(caller)) >= dailyLimits.linkedin_member_posts)
    throw dayIsUsed('APPLICATION_AND_MEMBER')
}

function refuseDuplicate(sandbox: Sandbox, account: SandboxAccount, digest: string) {
  const since = sandbox.now() - duplicateWindow
  const same = { network: 'linkedin' as const, account: account.id, since, contentDigest: digest }
  const [earlier] = sandbox.store.list('post', same)
  if (!earlier) return
  const message = `Content is a duplicate of ${earlier.id}`
  throw new LinkedinError({ status: 422, code: 'DUPLICATE_POST', message })
}

function storePost(
  sandbox: Sandbox,
  account: SandboxAccount,
  commentary: string,
  content: Content,
  digest: string,
): Post {
  const { source, shown, mentions } = parseLittleText(commentary)
  const isVideo = content.media.some(({ kind }) => kind === 'video')
  const post: Post = {
    id: `urn:li:${isVideo ? 'ugcPost' : 'share'}:${sandbox.ids.linkedin()}`,
    network: 'linkedin',
    account: account.id,
    created_at: sandbox.now(),
    text: shown,
    source,
    mentions,
    media: content.shownMedia,
    ...(content.article && { article: content.article }),
    content_digest: digest,
  }
  sandbox.store.put('post', post)
  for (const media of content.media) sandbox.store.put('media', { ...media, used_by: post.id })
  return post
}

function wirePost(post: Post) {
  const content = contentOf(post)
  return {
    id: post.id,
    author: organizationUrn({ id: post.account }),
    commentary: post.source,
    visibility: 'PUBLIC',
    lifecycleState: 'PUBLISHED',
    lifecycleStateInfo: { isEditedByAuthor: false },
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    createdAt: post.created_at,
    publishedAt: post.created_at,
    lastModifiedAt: post.created_at,
    isReshareDisabledByAuthor: false,
  }
}

function contentOf(post: Post) {
  const shown = post.media.map(({ media: id, alt_text: altText, title }) => ({ id, altText, title }))
  if (shown.length > 1) return { multiImage: { images: shown } }
  if (shown.length === 1) return { media: shown[0] }
  if (!post.article) return undefined
  const { url, ...article } = post.article
  return { article: { source: url, ...article } }
}

/** Finder `q=author`, newest first. */
export function findPosts(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const resource = 'posts.FINDER-author'
  const caller = authenticate(sandbox, request, { scopes: scopesFor.reading, resource })
  const { q, author } = queryOf(request)
  if (q !== 'author') {
    throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
  }
  const account = ownOrganization(sandbox, caller, author, resource)
  failIfReadBackDown(sandbox, account)
  const { start, count } = pageOf(request)
  const mine = { network: 'linkedin' as const, account: account.id }
  const elements = sandbox.store.list('post', { ...mine, limit: count, offset: start }).map(wirePost)
  return { status: 200, body: { paging: { start, count, links: [] }, elements } }
}

/** The post in the path. @throws LinkedinError if it is not by one of the caller's organizations */
export function ownPost(sandbox: Sandbox, request: FastifyRequest, caller: Caller) {
  const urn = urnInPath(request)
  const post = sandbox.store.get('post', urn)
  const account = post?.network === 'linkedin' ? organizationOf(sandbox, caller, post.account) : undefined
  if (!post || !account) throw notFound(`Could not find entity ${urn}`)
  return { post, account }
}

export function readPost(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const caller = authenticate(sandbox, request, { scopes: scopesFor.reading, resource: 'posts.GET' })
  const { post, account } = ownPost(sandbox, request, caller)
  failIfReadBackDown(sandbox, account)
  return { status: 200, body: wirePost(post) }
}

/** Can be repeated: deleting a missing post also answers 204. */
export function deletePost(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const caller = authenticate(sandbox, request, { scopes: scopesFor.writing, resource: 'posts.DELETE' })
  const post = sandbox.store.get('post', urnInPath(request))
  if (post && caller.administers.includes(post.account)) {
    sandbox.store.remove('post', post.id)
    for (const each of sandbox.store.list('comment', { parent: post.id }))
      sandbox.store.remove('comment', each.id)
  }
  return { status: 204 }
}
