import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { next } from '#domain/kernel/lifecycle.ts'
import type * as contract from '#domain/media/contract.ts'
import { conversionLifecycle } from '#domain/media/status.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import {
  canConvert,
  countWaiting,
  emitConversion,
  enqueueConversion,
  isNeeded,
  lockConversion,
  tooManyText,
  toRuledFile,
  toWireConversion,
  WAITING_MAX,
} from './conversions.ts'

/** What is running or done is left alone; a failed or cancelled one begins again. */
export const convertVideo = async (
  { params, body }: Input<typeof contract.convertVideo>,
  { tx, scope, services, now }: ScopedCall,
): Promise<Answer<typeof contract.convertVideo>> => {
  const media = await tx
    .selectFrom('medias')
    .selectAll()
    .where('id', '=', params.mediaId)
    .where('project_id', '=', scope.projectId)
    .where('deleted_at', 'is', null)
    .forKeyShare()
    .executeTakeFirst()
  if (!media) return fail('not_found')
  const need = { mediaId: media.id, network: body.social_network, type: body.post_type }
  if (!isNeeded(media, need.network, need.type))
    return fail('illegal_transition', { message: 'Converting would not make this video fit.' })
  if (!canConvert(need.network, need.type, toRuledFile(media)))
    return fail('illegal_transition', { message: 'This installation of Galley cannot convert videos.' })
  await tx
    .insertInto('media_conversions')
    .values({
      project_id: scope.projectId,
      media_id: media.id,
      social_network: need.network,
      post_type: need.type,
      status: 'cancelled',
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const found = await lockConversion(tx, need)
  if (!found) return fail('not_found')
  if (next(conversionLifecycle, found.status, 'restarted') === null) return toWireConversion(found)
  const waitingBefore = await countWaiting(tx, scope.projectId)
  if (waitingBefore >= WAITING_MAX) return fail('too_many_requests', { wait: 60, message: tooManyText })
  const start = { progress: 0, failure: null, attempt: 0, start_number: found.start_number + 1 }
  // Its number tells the worker of a former start that it is no longer wanted.
  await move(tx, conversionLifecycle, found.id, 'restarted', { ...start, updated_at: now })
  const queued = { ...found, ...start, status: 'queued' as const }
  await enqueueConversion(tx, services, queued, waitingBefore)
  await emitConversion(tx, queued)
  return toWireConversion(queued)
}
