import { describe, expect, it } from 'vitest'
import { type Role, roles } from '#domain/permissions/table.ts'
import { audienceOf, mayMention, mayReadNote } from './note-rules.ts'

const client: Role = 'external-approver'
const insiders = roles.filter(role => role !== client)

describe('A note', () => {
  it('for the agency is read by everybody but clients', () => {
    expect(roles.filter(role => mayReadNote({ role }, { is_for_client: false }))).toEqual(insiders)
  })

  it('for the client is read by everybody', () => {
    expect(roles.filter(role => mayReadNote({ role }, { is_for_client: true }))).toEqual(roles)
  })

  it('is for whom its author chose, and for everybody when a client writes it', () => {
    const audience = (role: Role, is_for_client: boolean) =>
      audienceOf({ role }, { is_for_client }).is_for_client
    expect(insiders.map(role => [audience(role, false), audience(role, true)])).toEqual(
      insiders.map(() => [false, true]),
    )
    expect([audience(client, false), audience(client, true)]).toEqual([true, true])
  })

  it('mentions only people who can read it, and a client mentions only clients', () => {
    const mentioned = (author: Role, is_for_client: boolean) =>
      roles.filter(role => mayMention({ role: author }, { is_for_client }, { role }))
    expect(mentioned('content-creator', false)).toEqual(insiders)
    expect(mentioned('content-creator', true)).toEqual(roles)
    expect(mentioned(client, true)).toEqual([client])
  })
})
