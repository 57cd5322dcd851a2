import { expect, test } from 'vitest'
import { decisionRecords, readRecord } from './structure/decisions.ts'

const record = (number: number, status = 'accepted', text = '', area = 'House') => ({
  path: `docs/decisions/${String(number).padStart(4, '0')}-x.md`,
  text: `# ${number}. A choice\n\nStatus: ${status} · Area: ${area} · Date: 2026-11-27\n\n${text}\n`,
})
const citing = (...numbers: number[]) => ({
  path: 'domain/src/a.ts',
  text: `/** So it is (decisions ${numbers.join(', ')}). */`,
})
const judge = (...sources: { path: string; text: string }[]) =>
  decisionRecords(sources).map(({ path, message }) => `${path}: ${message}`)

test('a decision that says its status, area and date and is cited passes', () => {
  const { path, text } = record(12)
  expect(readRecord(path, text)).toMatchObject({ number: 12, title: 'A choice', date: '2026-11-27' })
  expect(judge(record(12), record(13), citing(12, 13))).toEqual([])
})

test('a decision without status, area or date fails', () => {
  const bare = { path: 'docs/decisions/0012-x.md', text: '# 12. A choice\n\n**Context.**' }
  expect(judge(bare, citing(12))).toEqual([expect.stringContaining('does not begin with')])
})

test('a decision of an unknown area fails', () => {
  expect(judge(record(12, 'accepted', '', 'Garden'), citing(12))).toEqual([
    expect.stringContaining('has the area "Garden"'),
  ])
})

test('a decision that only other decisions cite fails', () => {
  expect(judge(record(12), record(13, 'accepted', 'As in decision 12.'), citing(13))).toEqual([
    expect.stringContaining('is cited by no code and no page'),
  ])
})

test('a decision that was changed must be named by the later one', () => {
  const changed = record(12, 'accepted, changed by [13](0013-x.md)')
  expect(judge(changed, record(13), citing(12, 13))).toEqual([
    expect.stringContaining('was changed by decision 13, which does not name it'),
  ])
  expect(judge(changed, record(13, 'accepted', 'Changes decision 12.'), citing(12, 13))).toEqual([])
})
