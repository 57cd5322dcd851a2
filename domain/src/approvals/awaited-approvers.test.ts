import { describe, expect, it } from 'vitest'
import type { Role } from '#domain/permissions/table.ts'
import { awaitedApprovers, isOthersTurn, waitingForText } from './awaited-approvers.ts'

const person = (id: number, role: Role) => ({ id, role, setting: [] })
const people = [
  person(1, 'agency-admin'),
  person(2, 'content-creator'),
  person(3, 'internal-approver'),
  person(4, 'internal-approver'),
  person(5, 'external-approver'),
]
const idsOf = (...args: Parameters<typeof awaitedApprovers>) => awaitedApprovers(...args).map(({ id }) => id)

describe('A round waits for', () => {
  it('those who were chosen and are still there', () => {
    expect(idsOf(people, 'internal', [4, 9])).toEqual([4])
    expect(idsOf(people, 'internal', [])).toEqual([])
  })

  it('everybody whose role decides it, if nobody was chosen', () => {
    expect(idsOf(people, 'internal', null)).toEqual([3, 4])
    expect(idsOf(people, 'external', null)).toEqual([5])
  })

  it('admins where nobody else decides it', () => {
    expect(idsOf(people.slice(0, 2), 'external', null)).toEqual([1])
  })
})

describe("It is others' turn", () => {
  const round = (type: 'internal' | 'external', chosen: Record<number, boolean> = {}) => ({
    type,
    approvers: Object.entries(chosen).map(([id, has_approved]) => ({ id: Number(id), has_approved })),
  })

  it('for an admin, who may decide, while somebody else has the role', () => {
    expect(isOthersTurn(round('external'), people, 1)).toBe(true)
    expect(isOthersTurn(round('internal'), people, 1)).toBe(true)
    expect(isOthersTurn(round('external'), people.slice(0, 2), 1)).toBe(false)
  })

  it('until one was chosen, and again once one has approved', () => {
    expect(isOthersTurn(round('internal', { 3: false }), people, 4)).toBe(true)
    expect(isOthersTurn(round('internal', { 1: false, 3: false }), people, 1)).toBe(false)
    expect(isOthersTurn(round('internal', { 1: true, 3: false }), people, 1)).toBe(true)
  })

  it('never where the round waits for nobody', () => {
    expect(isOthersTurn(round('internal', { 9: false }), people, 1)).toBe(false)
  })
})

describe('Whom a round waits for, in words,', () => {
  const named = ['Ada', 'Bo', 'Cy', 'Di', 'Ed'].map((name, id) => ({
    ...person(id, 'internal-approver'),
    name,
  }))
  const chosen = (count: number, approved: readonly number[] = []) =>
    named.slice(0, count).map(({ id }) => ({ id, has_approved: approved.includes(id) }))
  it.each([
    ['', chosen(1, [0])],
    ['Waiting for Ada.', chosen(1)],
    ['Waiting for Ada and Cy.', chosen(3, [1])],
    ['Waiting for Ada, Bo, Cy and Di.', chosen(4)],
    ['Waiting for Ada, Bo, Cy and 2 others.', chosen(5)],
    ['Waiting for Ada, Bo, Cy or 2 others.', []],
  ])('is "%s"', (text, approvers) => {
    expect(waitingForText({ type: 'internal', approvers }, named)).toBe(text)
  })

  it('is nobody in a project without people for it', () => {
    expect(waitingForText({ type: 'external', approvers: [] }, named)).toBe('')
  })
})
