import type { PostSocialEvent } from '#domain/posts/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { readUnconfirmed } from './queries.ts'

export type Opening = {
  readonly social: Row<'post_socials'>
  readonly event: Extract<PostSocialEvent, 'publishing_started' | 'publishing_started_by_admin'>
  /** What is to go out; compared again just before the call. */
  readonly digest: string
  readonly accountId: number | null
  /** Null: the product itself, at the due time. */
  readonly startedBy: number | null
  readonly dueAt: Date
  readonly now: Date
}

/**
 * Puts a post social on its way: its status, its publication, the event and the job, all or nothing. False: it is in another state by
 * now. What may be on the network already is looked for first, by the ids of the earlier attempt: an ordinary publication `must` have
 * looked before it sends, an admin's own `may` go out although nobody can tell.
 */
export const openPublication = async (
  tx: Tx,
  jobs: Jobs,
  { social, event, digest, accountId, startedBy, dueAt, now }: Opening,
): Promise<boolean> => {
  const isAsAdmin = event === 'publishing_started_by_admin'
  const started = await move(tx, 'post_socials', social.id, event, {
    failure_reason: null,
    last_social_api_response: null,
    updated_at: now,
    // An admin answers for what they publish as it stands: that is what was cleared.
    ...(isAsAdmin ? { cleared_digest: digest } : {}),
  })
  if (!started) return false
  const unconfirmed = await readUnconfirmed(tx, social.id, digest)
  const { id } = await tx
    .insertInto('publications')
    .values({
      post_social_id: social.id,
      project_id: social.project_id,
      social_account_id: accountId,
      social_network: social.social_network,
      status: 'queued',
      content_digest: digest,
      due_at: dueAt,
      run_at: now,
      started_by: startedBy,
      ...(unconfirmed
        ? { prepared: JSON.stringify({ ...unconfirmed, look_first: isAsAdmin ? 'may' : 'must' }) }
        : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emitOfPostSocial(tx, 'post_social.publishing_started', social, startedBy, { as_admin: isAsAdmin })
  await jobs.enqueue(tx, 'run-publication', { publicationId: id })
  return true
}
