import { sql } from 'kysely'
import type { ImportedArchive } from '#domain/imports/archived-posts.ts'
import type * as contract from '#domain/imports/contract.ts'
import { RUNNING_MAX } from '#domain/imports/limits.ts'
import { importLifecycle } from '#domain/imports/status.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import { makeMissingCampaigns } from '#server/features/campaigns/named-campaigns.ts'
import { makeMissingPools } from '#server/features/hashtags/make-missing-pools.ts'
import { makeMissingLabels } from '#server/features/labels/make-missing-labels.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { type ImportHead, lockImport, readImport } from './imports.ts'
import { runImportQueue } from './run-import.ts'

export const startImport = async (
  { params, body }: Input<typeof contract.startImport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.startImport>> => {
  const { tx, scope, services } = call
  const found = await lockImport(tx, scope, params.importId)
  if (!found) return fail('not_found')
  if (found.status !== 'checked')
    return fail('illegal_transition', { message: 'This import was already started.' })
  const refusal = await refuseTooMany(tx, found)
  if (refusal) return refusal
  const { good, total } = await readImport(tx, found)
  const message =
    good === 0
      ? 'No row can be imported as it is. Fix the problems first.'
      : good < total && !body.only_good
        ? 'Some rows have problems. Fix them, or import only the others.'
        : null
  if (message) return fail('validation_error', { message })
  await tx
    .updateTable('import_rows')
    .set({ outcome: 'left_out' })
    .where('import_id', '=', found.id)
    .where(sql<boolean>`problems <> '[]'::jsonb`)
    .execute()
  if (body.adds_link_parameters && !found.archive)
    await tx
      .updateTable('import_rows')
      .set({ draft: sql`draft || '{"adds_link_parameters": true}'` })
      .where('import_id', '=', found.id)
      .where('outcome', 'is', null)
      .execute()
  await move(tx, importLifecycle, found.id, 'started')
  if (found.archive) await makeMissing(call, found.archive)
  await services.jobs.enqueue(tx, runImportQueue, { importId: found.id })
  return readImport(tx, { ...found, status: 'running' })
}

/** Two starts at the same time must not both be the last that is allowed. */
const refuseTooMany = async (tx: Tx, { user_id }: ImportHead) => {
  await advisoryLock(tx, `running imports of ${user_id}`)
  const { running } = await tx
    .selectFrom('imports')
    .select(eb => eb.fn.countAll<number>().as('running'))
    .where('user_id', '=', user_id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return running < RUNNING_MAX ? null : fail('too_many_requests', { wait: 60, message: tooManyText })
}
const tooManyText = `${RUNNING_MAX} of your imports are still running. Start this one when one of them is done.`

/** Labels, pools and campaigns of an export, each by the right of making one. */
const makeMissing = async (
  call: ScopedCall,
  { labels, hashtag_pools, campaigns = [] }: ImportedArchive,
): Promise<void> => {
  if (can(call.scope, 'label.edit')) await makeMissingLabels(call, labels)
  if (can(call.scope, 'hashtagPool.edit')) await makeMissingPools(call, hashtag_pools)
  if (can(call.scope, 'campaign.edit')) await makeMissingCampaigns(call, campaigns)
}
