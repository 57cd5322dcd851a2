import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { fullName } from '#domain/kernel/text.ts'
import { asksToDecide } from '#domain/notifications/kinds.ts'
import { linkForMail } from '#server/features/approval-links/link-for-mail.ts'
import { readDeadlines, readOnSilence } from '#server/features/approvals/deadlines/deadlines.ts'
import { isExternalRoundOpenFor } from '#server/features/approvals/lists/waiting-for.ts'
import { readLanguage } from '#server/features/projects/client-language.ts'
import { readSender } from '#server/features/projects/mail-sender.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { wordsOf } from '#server/platform/words.ts'
import type { Digest } from './digest-mail.ts'
import type { DueRow, Recipient } from './due-rows.ts'
import { findLateWaitingFor } from './late-posts.ts'
import { stopMailsUrl } from './stop-mails.ts'

/** What goes into one mail or push message: a client's link opens one project, so that each has its own mail. */
export const dividedByLink = (rows: readonly DueRow[]): readonly (readonly DueRow[])[] => [
  ...Map.groupBy(rows, ({ role, project_id }) => (role === 'external-approver' ? project_id : 0)).values(),
]

/** What is said to a person about these, and where they act. */
export const readDigest = async (
  tx: Tx,
  { userId, agencyId }: Recipient,
  rows: readonly DueRow[],
  services: Services,
): Promise<Digest> => ({
  publicUrl: services.config.publicUrl,
  words: wordsOf(await languageOf(tx, userId, rows)),
  rows,
  link: await linkOf(tx, userId, rows, services),
  deadlines: await readDeadlines(
    tx,
    rows.flatMap(({ post_social_id }) => post_social_id ?? []),
  ),
  onSilence: await readOnSilence(
    tx,
    rows.flatMap(({ post_id }) => post_id ?? []),
  ),
  waitingFor: await findLateWaitingFor(tx, rows, services),
  stopUrl: stopMailsUrl(services.config, {
    userId,
    projectIds: [...new Set(rows.map(({ project_id }) => project_id))],
  }),
  sender: await readSender(tx, agencyId),
})

/** A client's mail is about one project. */
const languageOf = async (tx: Tx, userId: number, [first]: readonly DueRow[]): Promise<ClientLanguage> =>
  first?.role === 'external-approver' ? readLanguage(tx, { userId, projectId: first.project_id }) : 'en'

/** Each mail to an external approver about something that waits for their decision carries a link that decides. */
const linkOf = async (
  tx: Tx,
  userId: number,
  rows: readonly DueRow[],
  services: Services,
): Promise<string | null> => {
  const own = rows.filter(({ role }) => role === 'external-approver')
  const [first] = own
  const postIds = own.flatMap(({ post_id }) => post_id ?? [])
  if (
    !first ||
    !(own.some(({ kind }) => asksToDecide(kind)) || (await isExternalRoundOpenFor(tx, userId, postIds)))
  )
    return null
  return linkForMail(tx, { userId }, { projectId: first.project_id }, services)
}

/** Null: they are blocked. */
export const findReader = async (
  tx: Tx,
  userId: number,
): Promise<(Person & { readonly email: string }) | null> => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'name', 'last_name', 'email', 'is_super_admin'])
    .where('id', '=', userId)
    .where('is_blocked', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('muted_people').select('user_id').where('user_id', '=', userId))),
    )
    .executeTakeFirst()
  if (!user) return null
  const { id, email, is_super_admin: isSuperAdmin } = user
  return { userId: id, sessionId: 0, name: fullName(user), isSuperAdmin, email }
}
