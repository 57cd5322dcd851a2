import { expect, test } from 'vitest'
import { judge } from './judge.ts'
import {
  clientIsTheWord,
  maximaEndWithMax,
  noLiteralSpreads,
  noReplacedEnvironment,
  noUncheckedFakes,
  onlySharedClock,
  shortParagraphs,
} from './text.ts'

test('a literal that is spread into the object around it is reported', () => {
  const dots = '.'.repeat(3)
  expect(judge(noLiteralSpreads, { 'web/src/a.ts': `const a = { ${dots}{ b, c }, d }` })).toEqual([
    'web/src/a.ts: line 1 spreads a literal. Write its fields where it stands.',
  ])
  expect(judge(noLiteralSpreads, { 'web/src/a.ts': `const a = { ${dots}(b && { c }), ${dots}d }` })).toEqual(
    [],
  )
})

test('an environment that is replaced is reported, a variable that is set is not', () => {
  const environment = `process.${'env'}`
  expect(judge(noReplacedEnvironment, { 'server/src/a.test.ts': `${environment} = { ...env }` })).toEqual([
    'server/src/a.test.ts: line 1 replaces the environment. Set its variables, in tests with vi.stubEnv.',
  ])
  expect(judge(noReplacedEnvironment, { 'server/src/a.ts': `${environment}.TZ = 'UTC'` })).toEqual([])
})

test('a web test that answers requests past the contract is reported', () => {
  const fake = `vi.stubGlobal('${'fetch'}', async () => new Response('{}'))`
  expect(judge(noUncheckedFakes, { 'web/src/features/a.test.tsx': fake })).toEqual([
    'web/src/features/a.test.tsx: line 1 answers requests past the contract. Use fakeFetch of web/testing/fake-fetch.ts.',
  ])
  expect(judge(noUncheckedFakes, { 'web/src/platform/a.test.ts': fake })).toEqual([])
})

test('a maximum whose name does not end with MAX is reported', () => {
  expect(judge(maximaEndWithMax, { 'web/src/a.ts': `const ${'MAX'}_ROWS = 3` })).toEqual([
    'web/src/a.ts: calls a maximum MAX_ROWS. Name it ROWS_MAX.',
  ])
})

test('a text that calls the client external is reported, except for the fixed ones', () => {
  expect(judge(clientIsTheWord, { 'web/src/a.ts': `const a = 'Any external approver may decide'` })).toEqual([
    `web/src/a.ts: line 1 says "external". In what people read, the client's side is called client.`,
  ])
  expect(judge(clientIsTheWord, { 'web/src/a.ts': `const title = 'External Approver'` })).toEqual([])
})

test('a paragraph of more than 900 characters is reported, but not a row of a table or a page that nobody looks things up in', () => {
  const line = 'a'.repeat(901)
  const message =
    'is a paragraph of 901 characters, at most 900 are read. Divide it, or make a list or a table of it.'
  const pages = {
    'docs/guides/a.md': `# A\n\n${line}`,
    'docs/guides/b.md': `|${line}|`,
    'docs/decisions/c.md': line,
  }
  expect(judge(shortParagraphs, pages)).toEqual([`docs/guides/a.md: line 3 ${message}`])
})

test.each([
  'const at = new Date()',
  'const at = Date.now() - 5',
  'const read = (now = Date.now) => now()',
  'dayjs()',
])('a server that asks its machine for the time is reported: %s', text => {
  expect(judge(onlySharedClock, { 'server/src/networks/twitter/api.ts': text })).toEqual([
    'server/src/networks/twitter/api.ts: line 1 asks this machine for the time. Use services.clock or sharedClock, and performance.now() for a duration.',
  ])
  for (const path of [
    'server/src/platform/clock.ts',
    'server/src/networks/twitter/api.test.ts',
    'web/src/a.ts',
  ])
    expect(judge(onlySharedClock, { [path]: text })).toEqual([])
})

test('an instant that is given, and a duration, are no question for the time', () => {
  const text = 'const at = new Date(row.at)\nconst begun = performance.now()\nconst day = dayjs(at)'
  expect(judge(onlySharedClock, { 'server/src/networks/twitter/api.ts': text })).toEqual([])
})
