import { expect, it } from 'vitest'
import type { Candidate } from './due.ts'
import { makeSlots } from './slots.ts'

const limits = { atOnce: 4, perAccount: 2, slowMs: 20, hanging: 2, bytes: 100 }
const never = () => new Promise<void>(() => undefined)
let lastId = 0
const of = (account: string, app = 'meta', slowed: Candidate['slowed'] = null, bytes = 0): Candidate => {
  lastId += 1
  return { id: lastId, post_id: lastId, account, app, slowed, bytes }
}
const later = () => new Promise(resolve => setTimeout(resolve, 60))

it('One account gets only a few slots, however many are free', () => {
  const slots = makeSlots(limits, () => undefined)
  slots.start(of('one'), never)
  slots.start(of('one'), never)
  expect(slots.mayStart(of('one'))).toBe(false)
  expect(slots.mayStart(of('two'))).toBe(true)
  expect(slots.free()).toBe(2)
})

it('A hanging call gives up its slot to others after a moment, and is told to stop', async () => {
  let aborted = 0
  const slots = makeSlots(limits, () => {
    aborted += 1
  })
  for (const account of ['a', 'b', 'c', 'd']) slots.start(of(account), never)
  expect(slots.free()).toBe(0)
  await later()
  expect(slots.free()).toBe(4)
  expect(aborted).toBe(4)
})

it('With many hanging calls, only apps without any get a turn', async () => {
  const slots = makeSlots(limits, () => undefined)
  for (const account of ['a', 'b']) slots.start(of(account, 'meta'), never)
  await later()
  expect(slots.mayStart(of('c', 'meta'))).toBe(false)
  expect(slots.mayStart(of('c', 'twitter'))).toBe(true)
})

it('Close to a limit, one call at a time goes out for the account or the whole app', () => {
  const slots = makeSlots(limits, () => undefined)
  slots.start(of('a', 'meta'), never)
  expect(slots.mayStart(of('b', 'meta', 'app'))).toBe(false)
  expect(slots.mayStart(of('a', 'meta', 'account'))).toBe(false)
  expect(slots.mayStart(of('b', 'meta', 'account'))).toBe(true)
})

it('A slot is free again when the work has ended', async () => {
  const slots = makeSlots(limits, () => undefined)
  slots.start(of('a'), async () => undefined)
  await slots.idle()
  expect(slots.free()).toBe(4)
})

it('Files take up memory until the work has ended, and one larger than all of it runs alone', async () => {
  const slots = makeSlots(limits, () => undefined)
  const large = (bytes: number) => of('a', 'meta', null, bytes)
  expect(slots.fits(large(500))).toBe(true)
  let end: () => void = () => undefined
  slots.start(
    large(60),
    () =>
      new Promise<void>(resolve => {
        end = resolve
      }),
  )
  expect([slots.fits(large(40)), slots.fits(large(41)), slots.fits(large(0))]).toEqual([true, false, true])
  expect(slots.full().isMemoryFull).toBe(true)
  end()
  await slots.idle()
  expect(slots.full().isMemoryFull).toBe(false)
})

it('Accounts and apps without a free slot are listed', async () => {
  const slots = makeSlots(limits, () => undefined)
  for (const account of ['a', 'a', 'b']) slots.start(of(account, 'meta'), never)
  expect(slots.full()).toMatchObject({ accounts: ['a'], apps: [] })
  await later()
  expect(slots.full().apps).toEqual(['meta'])
})
