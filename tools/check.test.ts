import { expect, test } from 'vitest'
import { noCycles } from './structure/cycles.ts'
import { importsOf } from './structure/imports.ts'
import { layering, pureDomain } from './structure/layers.ts'
import type { Rule } from './structure/source.ts'
import { lengths, noMachinePaths, noNetworkComparisons, shortFiles } from './structure/text.ts'
import { closedVocabulary, tellingNames } from './structure/vocabulary.ts'

/** What the rule says about a project of these files. */
const judge = (rule: Rule, files: Record<string, string>) =>
  rule(Object.entries(files).map(([path, text]) => ({ path, text }))).map(
    ({ path, message }) => `${path}: ${message}`,
  )

const judgeName = (rule: Rule, path: string) => judge(rule, { [path]: '' })

test.each([
  'domain/src/posts/status.ts',
  'domain/src/posts/rules.drafts.test.ts',
  'domain/src/kernel/days.ts',
  'server/src/features/posts/duplication/commands.ts',
  'server/src/platform/db/database.ts',
  'web/src/features/calendar/api.ts',
  'web/src/features/calendar/month/components/day-cell.tsx',
])('the vocabulary has a place for %s', path => {
  expect(judgeName(closedVocabulary, path)).toEqual([])
})

test.each([
  [
    'domain/src/posts/limits.ts',
    /not in the vocabulary \(model\.ts, rules\.ts, status\.ts, contract\.ts\)\. Move/,
  ],
  ['server/src/features/posts/service.ts', /not in the vocabulary/],
  ['web/src/features/posts/strip.tsx', /not in the vocabulary \(api\.ts, components\/\)/],
  ['server/src/features/payments/routes.ts', /"payments" is no feature/],
  ['server/src/features/routes.ts', /beside the features/],
])('the vocabulary has no place for %s', (path, message) => {
  expect(judgeName(closedVocabulary, path)).toEqual([expect.stringMatching(message)])
})

test.each([
  ['web/src/ui/date-utils.ts', /"utils"/],
  ['server/src/common/time.ts', /"common"/],
  ['server/src/platform/mail-service.ts', /"service"/],
  ['web/src/ui/index.tsx', /barrel/],
  ['web/src/ui/DayCell.tsx', /kebab-case/],
])('the name %s tells nothing', (path, message) => {
  expect(judgeName(tellingNames, path)).toEqual([expect.stringMatching(message)])
})

test.each(['web/public/service-worker.ts', 'tools/start.mjs', 'web/src/ui/day-cell.module.css', '.ci/run'])(
  'the name %s is fine',
  path => {
    expect(judgeName(tellingNames, path)).toEqual([])
  },
)

test('every way to import is seen, and strings and properties are not taken for imports', () => {
  const text = `import { a } from './a.ts'
import type { B } from '#domain/posts/model.ts'
import {
  c,
  d,
} from '../c.ts'
import './side-effect.css'
export { e } from 'zod'
export const important = { from: 'nowhere' }
export type F = 'x'
const page = await import('./page.tsx')
`
  const found = importsOf({ path: 'web/src/ui/x.ts', text })
  expect(found.map(({ target, specifier, typeOnly }) => [target ?? specifier, typeOnly])).toEqual([
    ['web/src/ui/a.ts', false],
    ['domain/src/posts/model.ts', true],
    ['web/src/c.ts', false],
    ['web/src/ui/side-effect.css', false],
    ['zod', false],
    ['web/src/ui/page.tsx', false],
  ])
})

test.each([
  ['domain/src/posts/rules.ts', 'node:fs', /only the domain and pure packages/],
  ['domain/src/posts/rules.ts', '#server/config.ts', /only the domain and pure packages/],
  ['server/src/features/posts/routes.ts', 'kysely', /Only commands, queries/],
  ['server/src/features/posts/routes.ts', '../../platform/db/database.ts', /Only commands, queries/],
  ['server/src/networks/facebook/publish.ts', '#server/features/posts/queries.ts', /know no feature/],
  ['web/src/features/posts/api.ts', '#server/config.ts', /meet in the contract/],
  ['sandbox/src/feed.ts', '#server/config.ts', /stands in for strangers/],
  ['web/src/ui/toast.tsx', '#web/features/posts/api.ts', /know no feature/],
  ['web/src/features/posts/api.ts', '#web/routes/calendar.tsx', /nobody imports them/],
])('%s must not import %s', (path, specifier, message) => {
  expect(judge(layering, { [path]: `import { x } from '${specifier}'\n` })).toEqual([
    expect.stringMatching(message),
  ])
})

test.each([
  ['domain/src/posts/contract.ts', 'zod'],
  ['domain/src/posts/rules.ts', '#domain/kernel/time.ts'],
  ['domain/src/posts/rules.test.ts', 'fast-check'],
  ['server/src/features/posts/queries.ts', 'kysely'],
  ['server/src/features/posts/rounds/reactions.ts', '#server/platform/db/database.ts'],
  ['server/src/platform/jobs/queue.ts', 'pg'],
  ['server/src/main.ts', '#server/platform/db/embedded.ts'],
  ['web/src/routes/calendar.tsx', '#web/features/calendar/api.ts'],
])('%s may import %s', (path, specifier) => {
  expect(judge(layering, { [path]: `import { x } from '${specifier}'\n` })).toEqual([])
})

test('a clock in the domain is found, and one in a comment or a test is not', () => {
  const text = 'export const now = () => Date.now()\n'
  expect(judge(pureDomain, { 'domain/src/kernel/time.ts': text })).toEqual([
    expect.stringMatching(/uses Date\.now/),
  ])
  expect(judge(pureDomain, { 'domain/src/kernel/time.ts': '/**\n * Never Date.now() here.\n */\n' })).toEqual(
    [],
  )
  expect(judge(pureDomain, { 'domain/src/kernel/time.test.ts': text, 'server/src/clock.ts': text })).toEqual(
    [],
  )
})

test.each(["if (network === 'linkedin') go()", "if ('twitter' !== name) go()", "  case 'facebook':"])(
  'the comparison "%s" belongs to the network, not to a feature',
  text => {
    expect(judge(noNetworkComparisons, { 'web/src/features/posts/api.ts': `\n${text}\n` })).toEqual([
      expect.stringMatching(/line 2 compares with/),
    ])
    expect(judge(noNetworkComparisons, { 'domain/src/networks/model.ts': text })).toEqual([])
  },
)

test("a network's own folder may name it, and another network's may not", () => {
  const text = "const mine = network === 'linkedin'"
  expect(judge(noNetworkComparisons, { 'server/src/networks/linkedin/publish.ts': text })).toEqual([])
  expect(judge(noNetworkComparisons, { 'server/src/networks/twitter/publish.ts': text })).toHaveLength(1)
})

test('a circle of imports is found once, with the way round it, also when only types go round', () => {
  const circle = {
    'a/one.ts': "import { x } from './two.ts'\n",
    'a/two.ts': "import type { X } from './three.ts'\n",
    'a/three.ts': "import { x } from './one.ts'\n",
  }
  expect(judge(noCycles, circle)).toEqual([
    expect.stringMatching('a/one.ts → a/two.ts → a/three.ts → a/one.ts. Move what both need'),
  ])
})

test('two ways to the same file are no circle', () => {
  const diamond = {
    'a/top.ts': "import './left.ts'\nimport './right.ts'\n",
    'a/left.ts': "import './base.ts'\n",
    'a/right.ts': "import './base.ts'\n",
    'a/base.ts': '',
  }
  expect(judge(noCycles, diamond)).toEqual([])
})

const lines = (count: number) => 'x\n'.repeat(count)

test('a file of 400 lines passes and one of 401 does not, unless it is a table or a seed', () => {
  const short = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`web/src/short-${n}.ts`, lines(10)]))
  expect(judge(shortFiles, { ...short, 'web/src/long.ts': lines(400) })).toEqual([])
  expect(judge(shortFiles, { ...short, 'web/src/long.ts': lines(401) })).toEqual([
    'web/src/long.ts: has 401 lines, 400 are the most. Split it by use case.',
  ])
  const exempt = { 'domain/src/permissions/table.ts': lines(900), 'server/migrations/0001-a.sql': lines(900) }
  expect(judge(shortFiles, { ...short, ...exempt })).toEqual([])
})

test('the middle file and the 95th percentile are held to their aims', () => {
  const files = Object.fromEntries([100, 100, 100, 350].map((count, n) => [`web/src/f${n}.ts`, lines(count)]))
  expect(lengths(Object.entries(files).map(([path, text]) => ({ path, text })))).toEqual({
    files: 4,
    median: 100,
    p95: 350,
  })
  expect(judge(shortFiles, files)).toEqual([
    expect.stringMatching(/median file is 100 lines, the aim is 80/),
    expect.stringMatching(/95th percentile is 350 lines, the aim is 300/),
  ])
})

test('a path of one machine and the address of a registry are found in any file', () => {
  const machine = `see /${'work'}/notes.md`
  const registry = `https://${'registry'}.example.org/left-pad`
  expect(judge(noMachinePaths, { 'docs/a.md': machine, 'b.json': registry })).toEqual([
    expect.stringMatching(/docs\/a\.md: line 1 names a path of one machine/),
    expect.stringMatching(/b\.json: line 1 names a package registry/),
  ])
  expect(judge(noMachinePaths, { 'docs/a.md': 'how we work/play; ./work/x; homework/' })).toEqual([])
})
