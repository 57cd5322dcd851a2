import type * as contract from '#domain/imports/contract.ts'
import { importLifecycle } from '#domain/imports/status.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail, isFailure } from '#domain/kernel/failure.ts'
import { deleteAll } from '#server/features/posts/deletion/delete-posts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { lockImport } from './imports.ts'

/** Only drafts: what somebody has sent for approval since then is theirs. The posts can be restored like all that are deleted. */
export const undoImport = async (
  { params }: Input<typeof contract.undoImport>,
  call: ScopedCall,
): Promise<Answer<typeof contract.undoImport>> => {
  const { tx, scope } = call
  const head = await lockImport(tx, scope, params.importId)
  if (!head) return fail('not_found')
  if (head.status !== 'done')
    return fail('illegal_transition', {
      message: head.status === 'undone' ? 'This import was already undone.' : 'This import has not finished.',
    })
  const statuses = await lockStatuses(tx, head.id)
  const posts = [...Map.groupBy(statuses, ({ post_id }) => post_id)]
  const ids = posts.flatMap(([id, versions]) =>
    versions.every(({ status }) => status === 'draft') ? [id] : [],
  )
  if (ids.length > 0) {
    const refusal = await deleteAll(call, ids)
    if (isFailure(refusal)) return fail('illegal_transition', { message: refusal.message })
  }
  await move(tx, importLifecycle, head.id, 'undone')
  return { deleted: ids.length, kept: posts.length - ids.length }
}

/** The statuses of the posts that it created. They are locked, so that sending one for approval comes either before or after. */
const lockStatuses = (tx: Tx, importId: number) =>
  tx
    .selectFrom('import_rows as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .innerJoin('post_socials as s', 's.post_id', 'p.id')
    .select(['s.post_id', 's.status'])
    .where('r.import_id', '=', importId)
    .where('r.outcome', '=', 'created')
    .where('p.deleted_at', 'is', null)
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
