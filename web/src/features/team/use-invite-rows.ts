import { useState } from 'react'
import type { InvitationRole } from '#domain/team/model.ts'
import { reportUnexpected } from '#web/platform/api-error.ts'
import { useDraft } from '#web/platform/use-draft.ts'
import {
  emptyRow,
  type Invitee,
  type InviteField,
  type InviteRow,
  inviteeOf,
  inviteFields,
  isBlank,
  problemsOf,
  readRows,
  refusalOf,
} from './invite-draft.ts'

export const fieldId = (row: InviteRow, field: InviteField): string => `invite-${row.key}-${field}`

type Options<R> = {
  readonly roles: readonly R[]
  readonly invite: (person: Invitee<R>) => Promise<unknown>
  /** The name under which what was typed is kept. */
  readonly keepAs?: string | undefined
}

/** The rows of people to invite. People who were invited leave the rows; the others stay with the server's text. */
export function useInviteRows<R extends InvitationRole>({ roles, invite, keepAs }: Options<R>) {
  const [rows, keep, drop] = useDraft<readonly InviteRow[]>(keepAs, () => [emptyRow(roles)], readRows)
  const show = (next: readonly InviteRow[]) => {
    keep(next)
    // Rows with nothing in them are not worth coming back to.
    if (next.every(isBlank)) drop()
  }
  const [isChecked, setChecked] = useState(false)
  const change = (key: string, field: InviteField, value: string) =>
    show(
      rows.map(row =>
        row.key === key ? { ...row, [field]: value, refused: { ...row.refused, [field]: undefined } } : row,
      ),
    )
  const add = () => {
    const row = emptyRow(roles)
    setChecked(false)
    show([...rows, row])
    return row
  }
  const remove = (key: string) => {
    const left = rows.filter(row => row.key !== key)
    show(left.length > 0 ? left : [emptyRow(roles)])
  }
  /** Rows for people who were pasted into this one, with its role; those who have a row already are left out. */
  const paste = (key: string, people: readonly Pick<InviteRow, 'name' | 'email'>[]) => {
    const into = rows.find(row => row.key === key)
    const isNew = (email: string) => rows.every(row => row.email.trim().toLowerCase() !== email)
    const added = people
      .filter(({ email }) => isNew(email))
      .map(person => ({ ...emptyRow(roles), role: into?.role ?? '', ...person }))
    setChecked(false)
    show(rows.flatMap(row => (row.key !== key ? [row] : isBlank(row) ? added : [row, ...added])))
  }
  const filledRows = rows.filter(row => !isBlank(row))
  /** The id of the first invalid field, or null. An empty form is invalid only if nobody was chosen elsewhere. */
  const check = (mayBeNobody: boolean): string | null => {
    setChecked(!(filledRows.length === 0 && mayBeNobody))
    const requested = filledRows.length > 0 || mayBeNobody ? filledRows : rows.slice(0, 1)
    for (const row of requested) {
      const wrong = problemsOf(row, roles, filledRows)
      const first = inviteFields.find(field => wrong[field])
      if (first) return fieldId(row, first)
    }
    return null
  }
  const send = async (): Promise<{ sent: number; failed: readonly InviteRow[] }> => {
    const failed: InviteRow[] = []
    for (const row of filledRows) {
      const person = inviteeOf(row, roles)
      if (!person) continue
      try {
        await invite(person)
      } catch (error) {
        failed.push({ ...row, refused: refusalOf(error) })
        reportUnexpected(error)
      }
    }
    setChecked(false)
    show(failed.length > 0 ? failed : [emptyRow(roles)])
    return { sent: filledRows.length - failed.length, failed }
  }
  /** The texts under a row's fields. */
  const shownProblems = (row: InviteRow, index: number) => {
    const isRequested = isChecked && (!isBlank(row) || (index === 0 && filledRows.length === 0))
    return { ...(isRequested ? problemsOf(row, roles, filledRows) : {}), ...withoutGaps(row.refused) }
  }
  return { rows, change, add, paste, remove, check, send, drop, shownProblems }
}

const withoutGaps = (texts: InviteRow['refused']) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text))
