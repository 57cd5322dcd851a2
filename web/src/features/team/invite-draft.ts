import { randomId } from '@mantine/hooks'
import type { InvitationRole } from '#domain/team/model.ts'
import { emailProblem } from '#web/features/accounts/email-problem.ts'
import { nameProblem } from '#web/features/accounts/field-problems.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'

export const inviteFields = ['name', 'email', 'role'] as const
export type InviteField = (typeof inviteFields)[number]

/** A row of the invite form. `refused`: the server's texts for it. */
export type InviteRow = Readonly<Record<InviteField, string>> & {
  readonly key: string
  readonly refused: Readonly<Partial<Record<InviteField, string>>>
}
export type Invitee<R> = { readonly name: string; readonly email: string; readonly role: R }

/** An empty row; a single role is chosen already. */
export const emptyRow = (roles: readonly InvitationRole[]): InviteRow => ({
  key: randomId(),
  name: '',
  email: '',
  role: roles.length === 1 ? (roles[0] ?? '') : '',
  refused: {},
})

/** Rows from storage; null if there are none or they cannot be read. */
export const readRows = (stored: unknown): readonly InviteRow[] | null => {
  const isRow = (row: Record<string, unknown> | null) =>
    typeof row?.key === 'string' &&
    inviteFields.every(field => typeof row[field] === 'string') &&
    typeof row.refused === 'object' &&
    row.refused !== null
  return Array.isArray(stored) && stored.length > 0 && stored.every(isRow) ? stored : null
}

/** A name made of an address, as a start: `anna.berg@…` is Anna Berg. Empty where it has too little of one. */
const nameOf = (email: string): string => {
  const words = (email.split('@')[0] ?? '').split(/[^\p{L}]+/u).filter(word => word.length > 1)
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

/** The people in a pasted text: addresses with commas, semicolons or line ends between them, each with its name before it or without. */
export const readPasted = (text: string): readonly Pick<InviteRow, 'name' | 'email'>[] => {
  const found = new Map<string, string>()
  for (const entry of text.split(/[\n;,]+/)) {
    const email = /[^\s<>"'()]+@[^\s<>"'()]+\.[^\s<>"'()]+/.exec(entry)?.[0]
    if (!email || found.has(email.toLowerCase())) continue
    const name = entry
      .slice(0, entry.indexOf(email))
      .replace(/["<>()]/g, '')
      .trim()
    found.set(email.toLowerCase(), name === '' ? nameOf(email) : name)
  }
  return [...found].map(([email, name]) => ({ name, email }))
}

/** Nothing typed: the row is ignored. */
export const isBlank = ({ name, email }: InviteRow): boolean => name.trim() === '' && email.trim() === ''

/** What is wrong with a row. Fixed wording (docs/product/team.md "Invite rows"). */
export const problemsOf = (
  row: InviteRow,
  roles: readonly InvitationRole[],
  others: readonly InviteRow[] = [],
): Partial<Record<InviteField, string>> => {
  const isRole = (roles as readonly string[]).includes(row.role)
  const isTwice = others.some(
    ({ key, email }) => key !== row.key && email.trim().toLowerCase() === row.email.trim().toLowerCase(),
  )
  const found = {
    name: nameProblem(row.name, 'Name', 'a name'),
    email: emailProblem(row.email) ?? (isTwice ? 'This email is already in another row' : undefined),
    // Fixed wording (docs/product/team.md "Texts").
    role: isRole ? undefined : 'Role is required',
  }
  return Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined))
}

/** A valid row as the call takes it; null if its role is not on offer. */
export const inviteeOf = <R extends InvitationRole>(
  row: InviteRow,
  roles: readonly R[],
): Invitee<R> | null => {
  const role = roles.find(each => each === row.role)
  return role ? { name: row.name.trim(), email: row.email.trim(), role } : null
}

/** The server's texts for a row, at the fields they are about; a text about no field appears at the address. */
export const refusalOf = (error: unknown): InviteRow['refused'] => {
  const errors = error instanceof ApiError ? error.errors : {}
  const atFields = Object.fromEntries(
    inviteFields.flatMap(field => (errors[field]?.[0] ? [[field, errors[field][0]]] : [])),
  )
  return Object.keys(atFields).length > 0 ? atFields : { email: messageOf(error) }
}
