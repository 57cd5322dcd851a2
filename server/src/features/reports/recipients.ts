import type { ReportRecipients } from '#domain/reports/model.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'

/** `userId` null: not in the project. */
export type Recipient = { readonly email: string; readonly name: string; readonly userId: number | null }

type Asking = Pick<ScopedContext, 'scope' | 'services'> & { readonly tx: Reader }

/** Those whom a report can be mailed to now, each address once: whoever has left the project is not among them. */
export const findRecipients = async (
  { tx, scope, services }: Asking,
  { user_ids, emails }: ReportRecipients,
): Promise<readonly Recipient[]> => {
  const people = await listPeople(tx, scope, services.config.publicUrl)
  const byEmail = new Map<string, Recipient>()
  for (const { id, email, name } of people)
    if (user_ids.includes(id) || emails.includes(email)) byEmail.set(email, { email, name, userId: id })
  for (const email of emails) if (!byEmail.has(email)) byEmail.set(email, { email, name: '', userId: null })
  return [...byEmail.values()]
}
