import { describe, expect, it, test } from 'vitest'
import { roles } from '#domain/permissions/table.ts'
import { type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { type Approver, canBeChosen, choosableRound } from './approvers.ts'

const person = (role: Approver['role'], ...settings: string[]): Pick<Approver, 'role' | 'setting'> => ({
  role,
  setting: settings.map(name => ({ name, value: 'true' })),
})
const people = {
  client: person('external-approver'),
  internal: person('internal-approver'),
  admin: person('agency-admin'),
  manager: person('content-creator', 'content-manager'),
  creator: person('content-creator'),
  superAdmin: person('super-admin'),
}

describe('Send to approval', () => {
  const offered = (skipped: ApprovalType[]) =>
    Object.entries(people).flatMap(([name, one]) => {
      const round = choosableRound(one, skipped)
      return round === null ? [] : [`${name}: ${round}`]
    })

  test.each<[ApprovalType[], string[]]>([
    [[], ['client: external', 'internal: internal', 'admin: internal', 'manager: internal']],
    [['internal'], ['client: external', 'admin: external']],
    [['external'], ['internal: internal', 'admin: internal', 'manager: internal']],
    [['internal', 'external'], []],
  ])('with %j skipped offers %j', (skipped, choices) => {
    expect(offered(skipped)).toEqual(choices)
  })
})

describe('Somebody who can be chosen for a round', () => {
  it('is not a content creator without the Content Manager setting', () => {
    const off = { ...people.creator, setting: [{ name: 'content-manager', value: 'false' }] }
    for (const one of [people.creator, off])
      expect(approvalTypes.map(type => canBeChosen(one, type))).toEqual([false, false])
  })

  it.each<[ApprovalType, string[]]>([
    ['internal', ['agency-admin', 'content-creator', 'internal-approver']],
    ['external', ['agency-admin', 'external-approver']],
  ])('of the %s kind has one of the roles %j', (type, fitting) => {
    expect(roles.filter(role => canBeChosen(person(role, 'content-manager'), type))).toEqual(fitting)
  })
})
