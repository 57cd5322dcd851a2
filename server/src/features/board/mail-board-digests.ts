import { sql } from 'kysely'
import { fullName } from '#domain/kernel/text.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { findBoardClients } from './board-clients.ts'
import { boardDigestMail } from './board-digest-mail.ts'
import { nextDigestAt } from './board-preferences.ts'
import { makeBoard } from './board-rows.ts'

export const mailBoardDigestsQueue: JobQueue = {
  name: 'mail-board-digests',
  cron: '* * * * *',
  expireSeconds: 300,
}

/**
 * Mails their board to those whose time has come, if something of it is red or amber (docs/product/board.md "Daily mail"). The next time
 * is written in the transaction that queues the mail, so none is sent twice; after an outage there is one, not one for each day.
 */
export const mailBoardDigests = async (services: Services): Promise<JobOutcome> => {
  const now = services.clock.now()
  const due = await listDue(services.db, now)
  for (const userId of due)
    try {
      await inTransaction(services.db, tx => mailTo(tx, userId, services))
    } catch (error) {
      // One person's board delays nobody else's, and is tried again a minute later.
      services.log.error({ err: error, userId }, 'a board could not be mailed')
    }
  return 'done'
}

const listDue = async (db: Db, now: Date): Promise<number[]> => {
  const rows = await db
    .selectFrom('board_preferences')
    .select('user_id')
    .where('digest_at', '<=', now)
    .orderBy('digest_at')
    .execute()
  return rows.map(row => row.user_id)
}

type DueRow = {
  readonly days: number[]
  readonly time: string
  readonly timezone: string
  readonly name: string
  readonly last_name: string
  readonly email: string
  readonly is_super_admin: boolean
  readonly is_blocked: boolean
}

const mailTo = async (tx: Tx, userId: number, services: Services): Promise<void> => {
  const now = services.clock.now()
  const { rows } = await sql<DueRow>`
    select b.digest_days as days, b.digest_time as time, b.digest_timezone as timezone,
      u.name, u.last_name, u.email, u.is_super_admin, u.is_blocked
    from board_preferences b join users u on u.id = b.user_id
    where b.user_id = ${userId} and b.digest_at <= ${now} for update of b skip locked`.execute(tx)
  const [row] = rows
  // Taken by another worker.
  if (!row) return
  await tx
    .updateTable('board_preferences')
    .set({ digest_at: nextDigestAt(row, now) })
    .where('user_id', '=', userId)
    .execute()
  if (row.is_blocked) return
  const person = { userId, sessionId: 0, name: fullName(row), isSuperAdmin: row.is_super_admin }
  const { publicUrl } = services.config
  const clients = await findBoardClients(tx, person, publicUrl)
  if (clients.length === 0) return
  const board = await makeBoard({ db: tx, services, now }, clients)
  const mail = boardDigestMail(board, { publicUrl, timezone: row.timezone })
  // One that still waits when the person leaves one of these clients is not sent any more.
  const named = board.rows.filter(({ risk }) => risk !== 'green').map(({ project_id }) => project_id)
  if (mail) await queueMail(tx, services, { ...mail, to: row.email, projectIds: [...new Set(named)] })
}
