import type { FastifyRequest } from 'fastify'
import type { Comment } from '../model.ts'
import type { Answer, Sandbox } from '../sandbox.ts'
import { authenticate, organizationUrn, ownOrganization, refuseWhenReadBackIsDown } from './call.ts'
import { invalid } from './errors.ts'
import { ownPost } from './posts.ts'

const longestComment = 1250

function wireComment(comment: Comment) {
  const actor = organizationUrn({ id: comment.author })
  return {
    actor,
    id: comment.id,
    $URN: `urn:li:comment:(${comment.parent},${comment.id})`,
    object: comment.parent,
    message: { text: comment.text, attributes: [] },
    created: { actor, time: comment.created_at },
    lastModified: { time: comment.created_at },
  }
}

/** Comments take plain text, no little text. */
export function createComment(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  const post = ownPost(sandbox, request, account)
  const wire = (request.body ?? {}) as { actor?: unknown; message?: { text?: unknown } }
  ownOrganization(account, wire.actor, 'socialActions.comments.CREATE')
  const text = wire.message?.text
  if (typeof text !== 'string' || text.trim() === '') {
    throw invalid(
      'MISSING_FIELD',
      '/message/text :: field is required but not found and has no default value',
    )
  }
  if (text.length > longestComment)
    throw invalid('FIELD_LENGTH_TOO_LONG', '/message/text :: text is too long')
  const comment: Comment = {
    id: sandbox.ids.linkedin(),
    network: 'linkedin',
    account: account.id,
    author: account.id,
    parent: post.id,
    text,
    created_at: sandbox.now(),
  }
  sandbox.store.put('comment', comment)
  return { status: 201, headers: { 'x-restli-id': comment.id }, body: wireComment(comment) }
}

export function listComments(sandbox: Sandbox, request: FastifyRequest): Answer {
  const account = authenticate(sandbox, request)
  const post = ownPost(sandbox, request, account)
  refuseWhenReadBackIsDown(sandbox, account)
  const query = request.query as Record<string, string>
  const count = Math.min(Number(query.count ?? 10) || 10, 100)
  const start = Number(query.start ?? 0) || 0
  const all = sandbox.store.list('comment', { parent: post.id })
  const elements = all.slice(start, start + count).map(wireComment)
  return { status: 200, body: { elements, paging: { total: all.length, count, start, links: [] } } }
}
