import type { UpdateObject } from 'kysely'
import type { Lifecycle } from '#domain/kernel/lifecycle.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Database } from '#server/platform/db/schema.ts'

/** Where a mail stands. `failed`: parked; nobody tries again unless an admin does (docs/product/notifications.md "Mails"). */
export const mailStatuses = ['queued', 'sent', 'failed'] as const
export type MailStatus = (typeof mailStatuses)[number]
export type MailEvent = 'accepted' | 'given_up' | 'sent_again'

/** What moves a mail. A try that the server defers is none: the mail stays queued, with one more attempt. */
export const mailLifecycle: Lifecycle<MailStatus, MailEvent> = {
  name: 'mail',
  states: mailStatuses,
  initial: ['queued'],
  events: {
    accepted: { from: ['queued'], to: 'sent' },
    given_up: { from: ['queued'], to: 'failed' },
    sent_again: { from: ['failed'], to: 'queued' },
  },
}

type Columns = Omit<UpdateObject<Database, 'outgoing_mails', 'outgoing_mails'>, 'status' | 'id'>

/**
 * The only function that changes a mail's status: applies an event if the table allows it for the row's status, and writes `set` together
 * with the new one. False: the row has another status by now, or is gone, and nothing was written.
 */
export const moveMail = async (db: Db | Tx, id: number, event: MailEvent, set: Columns): Promise<boolean> => {
  const { from, to } = mailLifecycle.events[event]
  const { numUpdatedRows } = await db
    .updateTable('outgoing_mails')
    .set({ ...set, status: to })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
