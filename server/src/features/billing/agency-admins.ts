import { fullName } from '#domain/kernel/text.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { queueMail, type RenderedMail } from '#server/platform/mail/queue.ts'

/** The people who get the mails about their agency's bill. */
export const listAdmins = (tx: Tx, agencyId: number) =>
  tx
    .selectFrom('agency_admins')
    .innerJoin('users', 'users.id', 'agency_admins.user_id')
    .select(['users.name', 'users.last_name', 'users.email'])
    .where('agency_admins.agency_id', '=', agencyId)
    .where('users.is_blocked', '=', false)
    .orderBy('users.id')
    .execute()

/** Queues a mail to each of them. `mailTo`: the mail to the admin of this name. */
export const mailAdmins = async (
  tx: Tx,
  services: Services,
  agencyId: number,
  mailTo: (name: string) => RenderedMail,
): Promise<void> => {
  for (const { email, ...person } of await listAdmins(tx, agencyId))
    await queueMail(tx, services, { to: email, ...mailTo(fullName(person)) })
}
