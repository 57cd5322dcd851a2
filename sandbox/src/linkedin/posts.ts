import type { FastifyRequest } from 'fastify'
import { contentDigest } from '../media.ts'
import type { Account, Post } from '../model.ts'
import { publish } from '../publish.ts'
import type { Answer, Sandbox } from '../sandbox.ts'
import {
  authenticate,
  organizationUrn,
  ownOrganization,
  refuseWhenReadBackIsDown,
  urnInPath,
} from './call.ts'
import { type Content, readContent, type WireContent } from './content.ts'
import { invalid, LinkedinError, notFound } from './errors.ts'
import { parseLittleText } from './little-text.ts'
import { linkedinTroubles } from './troubles.ts'

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

/** The irreversible call: 201, no body, the post's URN in a header. */
export function createPost(sandbox: Sandbox, request: FastifyRequest): Promise<Answer> {
  const account = authenticate(sandbox, request)
  const wire = (request.body ?? {}) as WirePost
  ownOrganization(account, wire.author, 'posts.CREATE')
  const commentary = readCommentary(wire)
  const content = readContent(sandbox, account, wire.content)
  if (commentary.trim() === '' && content.media.length === 0 && !content.article) {
    throw invalid('MISSING_FIELD', '/commentary :: field is required but not found and has no default value')
  }
  const digest = contentDigest(commentary, content.media, content.article?.url)
  return publish(sandbox, {
    network: 'linkedin',
    account: account.id,
    troubles: linkedinTroubles,
    check: () => refuseDuplicate(sandbox, account, digest),
    store: () => {
      const post = storePost(sandbox, account, commentary, content, digest)
      return { post, answer: { status: 201, headers: { 'x-restli-id': post.id, 'x-linkedin-id': post.id } } }
    },
  })
}

function readCommentary(wire: WirePost): string {
  const { commentary = '', visibility, lifecycleState, distribution } = wire
  if (typeof commentary !== 'string')
    throw invalid('INVALID_VALUE_FOR_FIELD', '/commentary :: is not a string')
  if (commentary.length > longestCommentary) {
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

function refuseDuplicate(sandbox: Sandbox, account: Account, digest: string) {
  const since = sandbox.now() - duplicateWindow
  const same = { network: 'linkedin' as const, account: account.id, since, contentDigest: digest }
  const [earlier] = sandbox.store.list('post', same)
  if (!earlier) return
  const message = `Content is a duplicate of ${earlier.id}`
  throw new LinkedinError({ status: 422, code: 'DUPLICATE_POST', message })
}

function storePost(
  sandbox: Sandbox,
  account: Account,
  commentary: string,
  content: Content,
  digest: string,
): Post {
  const { source, shown } = parseLittleText(commentary)
  const post: Post = {
    id: `urn:li:share:${sandbox.ids.linkedin()}`,
    network: 'linkedin',
    account: account.id,
    created_at: sandbox.now(),
    text: shown,
    source,
    media: content.photos,
    ...(content.article && { article: content.article }),
    content_digest: digest,
  }
  sandbox.store.put('post', post)
  for (const media of content.media) sandbox.store.put('media', { ...media, used_by: post.id })
  return post
}

function wirePost(post: Post, account: Account) {
  const images = post.media.map(photo => ({ id: photo.media, altText: photo.alt_text }))
  const content = contentOf(post, images)
  return {
    id: post.id,
    author: organizationUrn(account),
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

function contentOf(post: Post, images: { id: string; altText: string | undefined }[]) {
  if (images.length > 1) return { multiImage: { images } }
  if (images.length === 1) return { media: images[0] }
  if (!post.article) return undefined
  const { url, ...article } = post.article
  return { article: { source: url, ...article } }
}

/** Finder `q=author`, newest first. */
export function findPosts(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  const query = request.query as Record<string, string>
  if (query.q !== 'author') {
    throw invalid('ILLEGAL_ARGUMENT', 'Resource method could not be resolved from request parameters.')
  }
  ownOrganization(account, query.author, 'posts.FINDER-author')
  refuseWhenReadBackIsDown(sandbox, account)
  const count = Math.min(Number(query.count ?? 10) || 10, 100)
  const start = Number(query.start ?? 0) || 0
  const mine = { network: 'linkedin' as const, account: account.id }
  const elements = sandbox.store
    .list('post', { ...mine, limit: count, offset: start })
    .map(post => wirePost(post, account))
  return { status: 200, body: { paging: { start, count, links: [] }, elements } }
}

/** The post a path names, when the token's organization wrote it. */
export function ownPost(sandbox: Sandbox, request: FastifyRequest, account: Account): Post {
  const urn = urnInPath(request)
  const post = sandbox.store.get('post', urn)
  if (post?.network !== 'linkedin' || post.account !== account.id)
    throw notFound(`Could not find entity ${urn}`)
  return post
}

export function readPost(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  refuseWhenReadBackIsDown(sandbox, account)
  return { status: 200, body: wirePost(ownPost(sandbox, request, account), account) }
}

/** Repeatable: deleting what is gone answers 204 too. */
export function deletePost(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  const post = sandbox.store.get('post', urnInPath(request))
  if (post?.account === account.id) {
    sandbox.store.remove('post', post.id)
    for (const each of sandbox.store.list('comment', { parent: post.id }))
      sandbox.store.remove('comment', each.id)
  }
  return { status: 204 }
}
