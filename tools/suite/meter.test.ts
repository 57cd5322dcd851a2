import { expect, test } from 'vitest'
import { Meter } from './meter.ts'
import { type Process, parseStat } from './processes.ts'

const one = (pid: number, parent: number, own: number, waited = 0): Process => ({
  id: `${pid}@1`,
  pid,
  parent,
  own,
  waited,
})

test('a line of the system’s is read, whatever the program’s name contains', () => {
  const fields = ['S', 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 150, 50, 300, 100, 0, 0, 0, 0, 4242, 0]
  expect(parseStat(12, `12 (a) b (c) ${fields.join(' ')}\n`)).toEqual({
    id: '12@4242',
    pid: 12,
    parent: 7,
    own: 2,
    waited: 4,
  })
})

test('the time of a program, its children and theirs counts, and nobody else’s', () => {
  const meter = new Meter()
  meter.add(10)
  meter.look([one(1, 0, 50), one(10, 1, 1), one(11, 10, 2), one(12, 11, 3), one(20, 1, 70)])
  expect(meter.seconds()).toBe(6)
})

test('a child that has ended counts once, although its parent’s time contains it', () => {
  const meter = new Meter()
  meter.add(10)
  meter.look([one(10, 1, 1), one(11, 10, 2)])
  meter.look([one(10, 1, 1, 2.5)])
  expect(meter.seconds()).toBe(3.5)
})

test('a child that came and went unseen counts by what its parent tells, one without a parent by what was seen', () => {
  const meter = new Meter()
  meter.add(10)
  meter.look([one(10, 1, 1), one(11, 10, 2), one(12, 11, 4)])
  meter.look([one(10, 1, 1, 2 + 5), one(12, 1, 4)])
  meter.look([one(10, 1, 1, 2 + 5), one(12, 1, 6)])
  expect(meter.seconds()).toBe(1 + 2 + 6 + 5)
})

test('a system that tells nothing is no zero', () => {
  expect(new Meter().seconds()).toBeNull()
})
