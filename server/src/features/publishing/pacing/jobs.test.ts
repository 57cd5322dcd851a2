import { expect, it } from 'vitest'
import { makeSlots } from './jobs.ts'
import type { Candidate } from './queries.ts'

const limits = { atOnce: 4, perAccount: 2, slowMs: 20, hanging: 2 }
const never = () => new Promise<void>(() => undefined)
let lastId = 0
const of = (account: string, app = 'meta', slowed: Candidate['slowed'] = null): Candidate => {
  lastId += 1
  return { id: lastId, account, app, slowed }
}
const later = () => new Promise(resolve => setTimeout(resolve, 60))

it('An account gets a few places, whatever is free', () => {
  const slots = makeSlots(limits, () => undefined)
  slots.begin(of('one'), never)
  slots.begin(of('one'), never)
  expect(slots.mayBegin(of('one'))).toBe(false)
  expect(slots.mayBegin(of('two'))).toBe(true)
  expect(slots.room()).toBe(2)
})

it('What hangs leaves its place to others after a moment, and is told', async () => {
  let told = 0
  const slots = makeSlots(limits, () => {
    told += 1
  })
  for (const account of ['a', 'b', 'c', 'd']) slots.begin(of(account), never)
  expect(slots.room()).toBe(0)
  await later()
  expect(slots.room()).toBe(4)
  expect(told).toBe(4)
})

it('With many hanging calls only apps without one get a turn', async () => {
  const slots = makeSlots(limits, () => undefined)
  for (const account of ['a', 'b']) slots.begin(of(account, 'meta'), never)
  await later()
  expect(slots.mayBegin(of('c', 'meta'))).toBe(false)
  expect(slots.mayBegin(of('c', 'twitter'))).toBe(true)
})

it('Close to a limit one call goes out at a time, of the account or of the whole app', () => {
  const slots = makeSlots(limits, () => undefined)
  slots.begin(of('a', 'meta'), never)
  expect(slots.mayBegin(of('b', 'meta', 'app'))).toBe(false)
  expect(slots.mayBegin(of('a', 'meta', 'account'))).toBe(false)
  expect(slots.mayBegin(of('b', 'meta', 'account'))).toBe(true)
})

it('A place is free again when the work is over', async () => {
  const slots = makeSlots(limits, () => undefined)
  slots.begin(of('a'), async () => undefined)
  await slots.idle()
  expect(slots.room()).toBe(4)
})
