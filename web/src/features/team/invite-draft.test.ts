import { describe, expect, test } from 'vitest'
import { ApiError } from '#web/platform/api-error.ts'
import { emptyRow, inviteeOf, isBlank, problemsOf, readPasted, refusalOf } from './invite-draft.ts'

const roles = ['content-creator', 'internal-approver'] as const
const good = { ...emptyRow(roles), name: 'Nora Lind', email: 'nora@new.example', role: 'internal-approver' }

describe('a row of the invite form', () => {
  test.each([
    ['', 'Name is required'],
    ['No', 'Please enter a name between 3 and 255 characters'],
    ['N'.repeat(256), 'Please enter a name between 3 and 255 characters'],
    ['Nora 2', 'Field should not contain numbers and special symbols'],
    ['Ñora O’Łind', undefined],
  ])('with the name "%s" says: %s', (name, text) => {
    expect(problemsOf({ ...good, name }, roles).name).toBe(text)
  })

  test.each([
    ['', 'Email is required'],
    ['nora', 'Invalid email'],
    ['nora@new.example', undefined],
  ])('with the email "%s" says: %s', (email, text) => {
    expect(problemsOf({ ...good, email }, roles).email).toBe(text)
  })

  test('needs a role, one of those on offer', () => {
    expect(problemsOf({ ...good, role: '' }, roles).role).toBe('Role is required')
    expect(problemsOf({ ...good, role: 'agency-admin' }, roles).role).toBe('Role is required')
    expect(inviteeOf({ ...good, role: 'agency-admin' }, roles)).toBeNull()
  })

  test('has its role filled in if there is only one', () => {
    expect(emptyRow(['external-approver']).role).toBe('external-approver')
    expect(isBlank(emptyRow(['external-approver']))).toBe(true)
  })

  test('says that its email is in another row, ignoring case', () => {
    const other = { ...good, key: 'other', email: 'NORA@new.example ' }
    expect(problemsOf(good, roles, [good, other]).email).toBe('This email is already in another row')
  })
})

test('shows the server’s texts at the field they are about, or else at the email', () => {
  const refusal = (errors?: Record<string, string[]>) =>
    new ApiError({
      status: 409,
      code: 'already_invited',
      message: 'Invited already.',
      ...(errors && { errors }),
    })
  expect(refusalOf(refusal({ name: ['Too short'] }))).toEqual({ name: 'Too short' })
  expect(refusalOf(refusal())).toEqual({ email: 'Invited already.' })
})

test.each([
  ['anna.berg@x.example, ben@x.example', ['Anna Berg', 'Ben']],
  ['Anna Berg <anna@x.example>;\n"Ben Okoye" <ben@x.example>', ['Anna Berg', 'Ben Okoye']],
  ['Anna Berg\tanna@x.example\nBen\tben@x.example\r\n', ['Anna Berg', 'Ben']],
  ['ANNA@x.example anna; anna@x.example', ['ANNA']],
  ['a1@x.example', ['']],
  ['nobody, nothing@here', []],
])('the people of %j are read with their names', (text, names) => {
  expect(readPasted(text).map(({ name }) => name)).toEqual(names)
})
