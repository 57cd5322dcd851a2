import type { FastifyRequest } from 'fastify'
import { figuresOf } from '../platform/figures.ts'
import type { HttpReply, Sandbox } from '../platform/sandbox.ts'
import { authenticate } from './call.ts'
import { ownPost } from './posts.ts'
import { scopesFor } from './scopes.ts'

/** A post's number of likes and comments. */
export function readSocialActions(sandbox: Sandbox, request: FastifyRequest): HttpReply {
  const caller = authenticate(sandbox, request, { scopes: scopesFor.reading, resource: 'socialActions.GET' })
  const { post } = ownPost(sandbox, request, caller)
  const { likes, comments } = figuresOf(post, sandbox.now())
  const all = comments + sandbox.store.count('comment', { parent: post.id })
  const body = {
    likesSummary: { totalLikes: likes, likedByCurrentUser: false },
    commentsSummary: { totalFirstLevelComments: all, aggregatedTotalComments: all },
    target: post.id,
    $URN: post.id,
  }
  return { status: 200, body }
}
