import type { FailureReason } from '#domain/publishing/status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import { emitOfPostSocial } from '#server/platform/events/emit.ts'
import type { Publication } from '../../engine/claim.ts'
import { type Held, holdBoth } from '../../engine/publication.ts'
import { after, type Publisher } from '../../engine/publisher.ts'

/** What is written when a step is over. All of it in one transaction, under the post social's and the publication's lock. */
type Work<T> = (tx: Tx, held: Held, now: Date) => Promise<T>

/** Holds what a step is about while `work` writes what came of it. */
export const settle = <T>(publisher: Publisher, publication: Publication, work: Work<T>): Promise<T> =>
  publisher.services.db.transaction().execute(async tx => {
    const held = await holdBoth(tx, publication.id)
    return work(tx, held, await publisher.now(tx))
  })

/** Only who holds the publication may write. */
export const fenceOf = ({ lease_token }: Publication) => ({ lease_token })

/** Tells everybody who follows the post. */
export const tell = (
  tx: Tx,
  row: Publication,
  postId: number,
  type: 'post_social.published' | 'post_social.publishing_failed',
  detail: Record<string, unknown>,
): Promise<void> =>
  emitOfPostSocial(tx, type, { ...row, id: row.post_social_id, post_id: postId }, row.started_by, detail)

type Failed = { readonly reason: FailureReason; readonly response: string | null; readonly now: Date }

/** It will not go out by itself any more. False: another worker has it. */
export const fail = async (
  tx: Tx,
  publication: Publication,
  { social }: Held,
  { reason, response, now }: Failed,
): Promise<boolean> => {
  const closed = { failure_reason: reason, response, closed_at: now, lease_until: null }
  if (!(await move(tx, 'publications', publication.id, 'rejected', closed, fenceOf(publication))))
    return false
  await move(tx, 'post_socials', social.id, 'publishing_failed', {
    failure_reason: reason,
    last_social_api_response: response,
    updated_at: now,
  })
  await tell(tx, publication, social.post_id, 'post_social.publishing_failed', { reason })
  return true
}

/** Back into the queue until then, or failed where that would be too late to go out by itself. */
export const postpone = async (
  publisher: Publisher,
  tx: Tx,
  publication: Publication,
  held: Held,
  later: Failed & { readonly runAt: Date; readonly attempts?: number },
): Promise<void> => {
  const { reason, response, runAt, attempts = held.publication.attempts } = later
  if (runAt > after(publication.due_at, publisher.timings.windowMs)) {
    await fail(tx, publication, held, later)
    return
  }
  const event = held.publication.status === 'sending' ? 'not_sent' : 'released'
  const columns = { attempts, response, late_reason: reason, run_at: runAt, lease_until: null }
  if (await move(tx, 'publications', publication.id, event, columns, fenceOf(publication)))
    await runLater(publisher, tx, publication, runAt)
}

/** A hint that it is due then. */
export const runLater = ({ services }: Publisher, tx: Tx, { id }: Publication, runAt: Date): Promise<void> =>
  services.jobs.enqueue(tx, 'run-publication', { publicationId: id }, { runAt })
