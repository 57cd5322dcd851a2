import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { digestMail } from './digest-mail.ts'
import { type DueRow, projectsOf, type Recipient, readDue, takeDue } from './due-rows.ts'
import { holdMails } from './quiet/hold-mails.ts'
import { dividedByLink, findReader, readDigest } from './read-digest.ts'
import { beginThread, findFirstMail, threadOf } from './threads.ts'

/** Looked up at a time. */
const AT_ONCE = 20
/** After a fault with one person's mail, which delays nobody else's. */
const RETRY_MS = 5 * 60_000

/**
 * Queues the mails that are due: one for each person and agency with all that has gathered, and one for each project in which the person
 * decides by link. Rows leave in the transaction that queues their mail, so none is lost and none is in two (decision 68).
 * @returns how many people and agencies were looked at
 */
export const mailDue = async (services: Services): Promise<number> => {
  const now = services.clock.now()
  const rows = await services.db
    .selectFrom('notifications as n')
    .innerJoin('projects as p', 'p.id', 'n.project_id')
    .select(['n.user_id as userId', 'p.agency_id as agencyId'])
    .where('n.mail_at', '<=', now)
    .groupBy(['n.user_id', 'p.agency_id'])
    .orderBy(({ fn }) => fn.min('n.mail_at'))
    .limit(AT_ONCE)
    .execute()
  for (const recipient of rows)
    try {
      await inTransaction(services.db, tx => mailTo(tx, recipient, services))
    } catch (error) {
      services.log.error({ err: error, ...recipient }, 'a mail about notifications could not be written')
      await putOff(services, recipient, now)
    }
  return rows.length
}

const putOff = ({ db }: Services, { userId, agencyId }: Recipient, now: Date) =>
  db
    .updateTable('notifications')
    .set({ mail_at: new Date(now.getTime() + RETRY_MS) })
    .where('user_id', '=', userId)
    .where('project_id', 'in', projectsOf(agencyId))
    .where('mail_at', '<=', now)
    .execute()

const mailTo = async (tx: Tx, recipient: Recipient, services: Services): Promise<void> => {
  // Read once: what becomes due between two readings would not be asked whether it is quiet.
  const now = services.clock.now()
  await holdMails(tx, recipient, now)
  const due = await takeDue(tx, recipient, now)
  const person = await findReader(tx, recipient.userId)
  // Taken by another worker, or a person who is blocked or has turned all mails off.
  if (due.length === 0 || !person) return
  for (const rows of dividedByLink(await readDue(tx, person, due, now)))
    await queueDigest(tx, { ...recipient, email: person.email }, rows, services)
}

type Addressee = Recipient & { readonly email: string }

const queueDigest = async (
  tx: Tx,
  { userId, agencyId, email }: Addressee,
  rows: readonly DueRow[],
  services: Services,
): Promise<void> => {
  const projectIds = [...new Set(rows.map(({ project_id }) => project_id))]
  const content = digestMail(await readDigest(tx, { userId, agencyId }, rows, services))
  const thread = threadOf(userId, rows)
  const answers = thread && (await findFirstMail(tx, thread))
  const about = { agencyId, projectIds, notificationIds: rows.map(({ id }) => id), answers }
  const mail = await queueMail(tx, services, { ...content, to: email, ...about })
  if (thread && !answers) await beginThread(tx, thread, mail)
}
