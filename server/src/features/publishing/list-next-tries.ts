import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/contract.ts'
import type { NextTry } from '#domain/publishing/contract.ts'
import { openStatuses } from '#domain/publishing/status.ts'
import { tellsOfHost } from '#server/platform/http/outgoing-requests/client.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import type { Publication } from './engine/publication.ts'

export const listNextTries = async (
  { params }: Input<typeof contract.listNextTries>,
  { db, scope }: ScopedPoolCall,
): Promise<Answer<typeof contract.listNextTries>> => {
  const rows = await db
    .selectFrom('publications')
    .innerJoin('post_socials', 'post_socials.id', 'publications.post_social_id')
    .select(['post_social_id', 'publications.status', 'late_reason', 'looked_up_at', 'response', 'run_at'])
    .where('post_socials.post_id', '=', params.postId)
    .where('publications.project_id', '=', scope.projectId)
    .where('publications.status', 'in', openStatuses)
    .where('post_socials.status', '=', 'on_publishing')
    // What is held waits for its release.
    .where('held_at', 'is', null)
    .orderBy('post_social_id')
    .execute()
  return rows.flatMap(row => {
    const waits_for = waitOf(row)
    if (waits_for === null) return []
    const { post_social_id, response, run_at } = row
    const answer = response !== null && tellsOfHost(response) ? response : null
    return [{ post_social_id, waits_for, answer, next_try_at: run_at.toISOString() }]
  })
}

/** Null: it is at work or waits for its first turn. */
const waitOf = ({
  status,
  late_reason,
  looked_up_at,
}: Pick<Publication, 'status' | 'late_reason' | 'looked_up_at'>): NextTry['waits_for'] | null => {
  if (status === 'unknown') return 'look_up'
  if (status === 'sending') return null
  if (late_reason === 'too_long_processing') return 'processing'
  if (late_reason === 'duplicate_in_flight') return 'duplicate'
  if (late_reason !== null) return 'retry'
  return looked_up_at === null ? null : 'look_up'
}
