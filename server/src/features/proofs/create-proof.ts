import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/proofs/contract.ts'
import { PROOF_DAYS_MAX, PROOF_POSTS_MAX } from '#domain/proofs/contract.ts'
import { waitBeforeSending } from '#server/features/projects/outgoing.ts'
import { spanRefusal } from '#server/features/reports/figures/periods.ts'
import { audit, byScoped } from '#server/platform/audit/audit.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { hashSecret, makeSecret } from '#server/platform/session/links.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { readProofContent, type Shown } from './read-content.ts'

const DAY_MS = 86_400_000

type Body = Input<typeof contract.createProof>['body']

const aboutOf = ({ post_ids, from, to }: Body): Shown['about'] => {
  if (post_ids !== undefined) return { postIds: [...new Set(post_ids)] }
  if (from === undefined || to === undefined) throw new Error('the contract asks for posts or for days')
  return { from, to }
}

export const createProof = async (
  { body }: Input<typeof contract.createProof>,
  call: ScopedCall,
): Promise<Answer<typeof contract.createProof>> => {
  const { tx, scope, person, now, services } = call
  const about = aboutOf(body)
  const refusal = 'from' in about ? spanRefusal(about, PROOF_DAYS_MAX) : null
  if (refusal) return refusal
  const wait = await waitBeforeSending(call, { kind: 'link', agencyId: scope.agencyId })
  if (wait !== null) return fail('too_many_requests', { wait })
  const { title, is_frozen, has_drafts, has_comments, pin } = body
  const shown = { about, has_drafts, has_comments }
  const { content, mediaIds } = await readProofContent({ db: tx, scope, services, now }, shown)
  // A living one of days may fill later; what never changes would stay empty, and chosen posts are there already.
  if (content.posts.length === 0 && (is_frozen || 'postIds' in about)) return fail('nothing_to_show')
  if (content.has_more) return fail('too_many_posts', { values: { max: PROOF_POSTS_MAX } })
  const token = makeSecret()
  const expiresAt = new Date(now.getTime() + body.days * DAY_MS)
  const { id } = await tx
    .insertInto('proofs')
    .values({
      project_id: scope.projectId,
      token_hash: hashSecret(token),
      title,
      has_drafts,
      has_comments,
      ...('from' in about ? { from_day: about.from, to_day: about.to } : { post_ids: [...about.postIds] }),
      pin_hash: pin === null ? null : await hashPassword(pin),
      ...(is_frozen ? { content: JSON.stringify(content), media_ids: [...mediaIds] } : {}),
      created_by: person.userId,
      created_at: now,
      expires_at: expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(tx, byScoped(call), { action: 'proof.created', subject: title })
  // After the number sign: no log, no Referer header and no proxy ever has the secret.
  return { id, url: `${services.config.publicUrl}/proof#${token}`, expires_at: expiresAt.toISOString() }
}
