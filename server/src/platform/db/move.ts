import type { UpdateObject } from 'kysely'
import { type ApprovalEvent, approvalLifecycle } from '#domain/approvals/status.ts'
import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import { type PostSocialEvent, postSocialLifecycle } from '#domain/posts/status.ts'
import type { PublicationEvent } from '#domain/publishing/status.ts'
import { publicationLifecycle } from '#domain/publishing/status.ts'
import type { Tx } from './database.ts'
import type { Database } from './schema.ts'

/** The things that have a lifecycle, with their tables. */
type Moved = {
  post_socials: PostSocialEvent
  approvals: ApprovalEvent
  publications: PublicationEvent
}
const lifecycles = {
  post_socials: postSocialLifecycle,
  approvals: approvalLifecycle,
  publications: publicationLifecycle,
}

type Columns<T extends keyof Moved> = Omit<UpdateObject<Database, T, T>, 'status' | 'id'>

/**
 * The one mover: applies an event to a row, if its status is one that the table allows, and writes `set` beside the status.
 * `fence` narrows further (a lease token, a version). False: the row is in another state by now, nothing was written: a conflict.
 */
export const move = async <T extends keyof Moved>(
  tx: Tx,
  table: T,
  id: number,
  event: Moved[T],
  set: Columns<T> = {} as Columns<T>,
  fence: Partial<Record<string, number | string>> = {},
): Promise<boolean> => {
  const lifecycle = lifecycles[table] as Lifecycle<string, string>
  const row = lifecycle.events[event]
  if (!row) throw new Error(`${lifecycle.name} has no event ${event}`)
  let query = tx
    .updateTable(table as 'post_socials')
    .set({ ...(set as Columns<'post_socials'>), status: row.to as never })
    .where('id', '=', id)
    .where('status', 'in', row.from as never[])
  for (const [column, value] of Object.entries(fence))
    query = query.where(column as 'version', '=', value as number)
  const result = await query.executeTakeFirst()
  return result.numUpdatedRows === 1n
}
