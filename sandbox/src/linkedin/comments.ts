import type { FastifyRequest } from 'fastify'
import type { Comment } from '../platform/model.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { commentFields, refuseUnknownFields } from './body-fields.ts'
import { authenticate, failIfReadBackDown, organizationUrn, ownOrganization, pageOf } from './call.ts'
import { accessDenied, invalid, notFound } from './errors.ts'
import { ownPost } from './posts.ts'
import { scopesFor } from './scopes.ts'

const longestComment = 1250
const resource = 'socialActions.comments.CREATE'

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

/** Creates a comment. Comments are plain text, not little text. */
export function createComment(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const caller = authenticate(sandbox, request, { scopes: scopesFor.writing, resource })
  const { post, account } = ownPost(sandbox, request, caller)
  const wire = (request.body ?? {}) as { actor?: unknown; object?: unknown; message?: { text?: unknown } }
  refuseUnknownFields(wire, commentFields)
  ownOrganization(sandbox, caller, wire.actor, resource)
  if (wire.object !== post.id)
    throw invalid('INVALID_VALUE_FOR_FIELD', '/object :: is not the post that the path names')
  const fault = sandbox.faults.take('comment', 'linkedin', account.id)
  if (fault?.fault === 'comment_refused')
    throw fault.retry_after === undefined ? accessDenied(resource) : postNotKnownYet(post.id)
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
  const headers = { 'x-restli-id': comment.id }
  return { status: 201, headers, body: wireComment(comment), lost: fault !== undefined }
}

/** The error for a post so new that some of LinkedIn's servers don't know it yet; used if the fault has a `retry_after`. */
function postNotKnownYet(urn: string) {
  const message = `Received error for ${urn} from domain authorization endpoint: 404`
  return notFound(
    `java.util.concurrent.CompletionException: Response status 404, serviceErrorMessage: ${message}`,
  )
}

export function listComments(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const listing = { scopes: scopesFor.reading, resource: 'socialActions.comments.GET_ALL' }
  const caller = authenticate(sandbox, request, listing)
  const { post, account } = ownPost(sandbox, request, caller)
  failIfReadBackDown(sandbox, account)
  const { start, count } = pageOf(request)
  const all = sandbox.store.list('comment', { parent: post.id })
  const elements = all.slice(start, start + count).map(wireComment)
  return { status: 200, body: { elements, paging: { total: all.length, count, start, links: [] } } }
}
