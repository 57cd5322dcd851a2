import { expect, test } from 'vitest'
import { budgetOf, explainExcess } from './budgets.ts'

const files = [
  { file: 'same.test.ts', duration: 6_000 },
  { file: 'grown.test.ts', duration: 12_000 },
  { file: 'new.test.ts', duration: 2_000 },
]
const budget = { seconds: 10, files: { 'same.test.ts': 7, 'grown.test.ts': 3 } }

test('a step may need half as much again as its budget', () => {
  expect(explainExcess(budget, 14.9, files)).toBeNull()
})

test('a step that needs more names the files that grew, the ones that grew most first', () => {
  expect(explainExcess(budget, 20, files)).toBe(
    'needed 20 s of the processor; its budget is 10 s (tools/suite/budgets.json)\n' +
      'grew most: grown.test.ts 9.0 s, new.test.ts 2.0 s',
  )
})

test('a step without files of its own says only how much', () => {
  expect(explainExcess({ seconds: 10 }, 20, [])).toBe(
    'needed 20 s of the processor; its budget is 10 s (tools/suite/budgets.json)',
  )
})

test('on a machine that takes twice as long, a step may need twice as much', () => {
  expect(explainExcess(budget, 29.8, files, 2)).toBeNull()
  expect(explainExcess({ seconds: 10 }, 40, [], 2)).toBe(
    'needed 20 s of the processor (40 s on this machine); its budget is 10 s (tools/suite/budgets.json)',
  )
})

test('without what the files of a step took before, the largest are not called grown', () => {
  expect(explainExcess({ seconds: 10 }, 20, [{ file: 'a.test.ts', duration: 1 }])).toMatch(
    /\nlargest: .*a\.test\.ts/,
  )
})

test('a step is measured with its larger files, on the machine of the table', () => {
  const files = [
    { file: 'a.test.ts', duration: 600 },
    { file: 'b.test.ts', duration: 395 },
    { file: 'c.test.ts', duration: 5 },
  ]
  const budget = budgetOf(39.5, files, 2)
  expect(budget).toEqual({ seconds: 20, files: { 'a.test.ts': 12, 'b.test.ts': 7.9 } })
  const grown = [...files.slice(0, 2), { file: 'c.test.ts', duration: 1000 }]
  expect(explainExcess(budget, 80, grown, 2)).toMatch(/grew most: [^,]*c\.test\.ts/)
})
