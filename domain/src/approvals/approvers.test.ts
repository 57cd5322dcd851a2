import { describe, expect, it, test } from 'vitest'
import { roles } from '#domain/permissions/table.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { type Approver, approverChoices, mayBeChosen } from './approvers.ts'

const person = (id: number, role: Approver['role'], ...settings: string[]): Approver => ({
  id,
  role,
  setting: settings.map(name => ({ name, value: 'true' })),
})
const [external, internal, admin, manager, creator] = [
  person(1, 'external-approver'),
  person(2, 'internal-approver'),
  person(3, 'agency-admin'),
  person(4, 'content-creator', 'content-manager'),
  person(5, 'content-creator'),
]
const people = [external, internal, admin, manager, creator]

describe('whom Send to approval offers', () => {
  test.each<[ApprovalType[], Approver[]]>([
    [[], [external, internal, admin, manager]],
    [['internal'], [external, admin]],
    [['external'], [internal, admin, manager]],
    [['internal', 'external'], []],
  ])('with %j skipped', (skipped, offered) => {
    expect(approverChoices(people, skipped)).toEqual(offered)
  })

  it('never offers a creator who is no content manager', () => {
    expect(approvalTypes.map(type => mayBeChosen(creator, type))).toEqual([false, false])
    const off = { ...creator, setting: [{ name: 'content-manager', value: 'false' }] }
    expect(approverChoices([off], [])).toEqual([])
  })

  it('keeps clients out of the internal round', () => {
    const fitting = roles.filter(role => mayBeChosen(person(9, role, 'content-manager'), 'internal'))
    expect(fitting).toEqual(['super-admin', 'agency-admin', 'content-creator', 'internal-approver'])
    expect(mayBeChosen(internal, 'external')).toBe(false)
    expect(mayBeChosen(manager, 'external')).toBe(false)
  })
})
