import { sql } from 'kysely'
import type { ImportedArchive } from '#domain/imports/archived-posts.ts'
import type * as contract from '#domain/imports/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import { makeMissingPools } from '#server/features/hashtags/make-missing-pools.ts'
import { makeMissingLabels } from '#server/features/labels/make-missing-labels.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockImport, readImport } from './imports.ts'
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
  const head = await tx
    .updateTable('imports')
    .set({ status: 'running' })
    .where('id', '=', found.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (found.archive) await makeMissing(call, found.archive)
  await services.jobs.enqueue(tx, runImportQueue, { importId: found.id })
  return readImport(tx, head)
}

/** Labels and pools of an export, each by the right of making one. */
const makeMissing = async (call: ScopedCall, { labels, hashtag_pools }: ImportedArchive): Promise<void> => {
  if (can(call.scope, 'label.edit')) await makeMissingLabels(call, labels)
  if (can(call.scope, 'hashtagPool.edit')) await makeMissingPools(call, hashtag_pools)
}
