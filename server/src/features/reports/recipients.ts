import { type Failure, fail } from '#domain/kernel/failure.ts'
import type { ReportRecipients } from '#domain/reports/model.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'

/** `userId` null: not in the project. */
export type Recipient = {
  readonly email: string
  readonly name: string
  readonly userId: number | null
  readonly isOfAgency: boolean
}

type Asking = Pick<ScopedContext, 'scope' | 'services'> & { readonly tx: Reader }

/** For recipients who are not, or no longer, in the project: neither is left out without a word. */
export const strangersChosen = (): Failure<'validation_error'> => {
  const text = 'Somebody you chose is not in this project, or no longer. Choose the people again'
  return fail('validation_error', { message: `${text}.`, errors: { user_ids: [text] } })
}

/** Those whom a report is mailed to, each address once. */
export const findRecipients = async (
  { tx, scope, services }: Asking,
  { user_ids, emails }: ReportRecipients,
): Promise<readonly Recipient[] | Failure<'validation_error'>> => {
  const people = await listPeople(tx, scope, services.config.publicUrl)
  if (!user_ids.every(id => people.some(person => person.id === id))) return strangersChosen()
  const byEmail = new Map<string, Recipient>()
  for (const { id, email, name, role } of people)
    if (user_ids.includes(id) || emails.includes(email))
      byEmail.set(email, { email, name, userId: id, isOfAgency: role !== 'external-approver' })
  for (const email of emails)
    if (!byEmail.has(email)) byEmail.set(email, { email, name: '', userId: null, isOfAgency: false })
  return [...byEmail.values()]
}
