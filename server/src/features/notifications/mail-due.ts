import { fullName } from '#domain/kernel/text.ts'
import { asksToDecide } from '#domain/notifications/kinds.ts'
import { linkForMail } from '#server/features/approval-links/link-for-mail.ts'
import { readDeadlines, readOnSilence } from '#server/features/approvals/deadlines.ts'
import { readSender } from '#server/features/projects/letter-sender.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { digestLetter } from './digest-letter.ts'
import { type DueRow, type Recipient, readDue, takeDue } from './due-rows.ts'
import { stopMailsUrl } from './stop-mails.ts'
import { beginThread, findFirstMail, threadOf } from './threads.ts'

/** Looked up at a time. */
const AT_ONCE = 20
/** After a fault with one person's mail, which delays nobody else's. */
const RETRY_MS = 5 * 60_000

/**
 * Queues the mails that are due: one for each person and project with all that has gathered. Rows leave in the transaction that queues
 * their mail, so none is lost and none is in two (decision 68).
 * @returns how many people and projects were looked at
 */
export const mailDue = async (services: Services): Promise<number> => {
  const now = services.clock.now()
  const rows = await services.db
    .selectFrom('notifications')
    .select(['user_id as userId', 'project_id as projectId'])
    .where('mail_at', '<=', now)
    .groupBy(['user_id', 'project_id'])
    .orderBy(({ fn }) => fn.min('mail_at'))
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

const putOff = ({ db }: Services, { userId, projectId }: Recipient, now: Date) =>
  db
    .updateTable('notifications')
    .set({ mail_at: new Date(now.getTime() + RETRY_MS) })
    .where('user_id', '=', userId)
    .where('project_id', '=', projectId)
    .where('mail_at', '<=', now)
    .execute()

const mailTo = async (tx: Tx, recipient: Recipient, services: Services): Promise<void> => {
  const due = await takeDue(tx, recipient, services.clock.now())
  const person = await findReader(tx, recipient.userId)
  // Taken by another worker, or a person who is blocked.
  if (due.length === 0 || !person) return
  const rows = await readDue(tx, person, due, services.clock.now())
  if (rows.length === 0) return
  const project = await tx
    .selectFrom('projects')
    .select(['name', 'agency_id', 'timezone'])
    .where('id', '=', recipient.projectId)
    .executeTakeFirstOrThrow()
  const letter = digestLetter({
    ...{ publicUrl: services.config.publicUrl, projectId: recipient.projectId, projectName: project.name },
    ...{ rows, link: await linkOf(tx, recipient, rows, services) },
    deadlines: await readDeadlines(
      tx,
      rows.flatMap(({ post_social_id }) => post_social_id ?? []),
    ),
    onSilence: await readOnSilence(
      tx,
      rows.flatMap(({ post_id }) => post_id ?? []),
    ),
    timezone: project.timezone,
    stopUrl: stopMailsUrl(services.config, recipient),
    sender: await readSender(tx, project.agency_id),
  })
  const thread = threadOf(recipient, rows)
  const answers = await findFirstMail(tx, thread)
  const mail = await queueMail(tx, services, {
    to: person.email,
    agencyId: project.agency_id,
    ...letter,
    answers,
  })
  if (!answers) await beginThread(tx, thread, mail)
}

/** Only a mail that asks for a decision carries a link that decides. */
const linkOf = async (
  tx: Tx,
  { userId, projectId }: Recipient,
  rows: readonly DueRow[],
  services: Services,
): Promise<string | null> =>
  rows.some(({ kind, role }) => asksToDecide(kind) && role === 'external-approver')
    ? linkForMail(tx, { userId }, { projectId }, services)
    : null

const findReader = async (tx: Tx, userId: number): Promise<(Person & { readonly email: string }) | null> => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email', 'is_super_admin'])
    .where('id', '=', userId)
    .where('is_blocked', '=', false)
    .executeTakeFirst()
  if (!user) return null
  const { id, email, is_super_admin: isSuperAdmin } = user
  return { userId: id, sessionId: 0, name: fullName(user), isSuperAdmin, email }
}
