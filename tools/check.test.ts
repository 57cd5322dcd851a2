import { describe, expect, test } from 'vitest'
import { noCycles } from './structure/cycles.ts'
import { featureOrder } from './structure/feature-order.ts'
import { importsOf } from './structure/imports.ts'
import { judge } from './structure/judge.ts'
import { layering, pureDomain } from './structure/layers.ts'
import { earnedFolders, meaningfulNames } from './structure/names.ts'
import type { Rule } from './structure/source.ts'
import {
  lengths,
  noLostMessages,
  noMachinePaths,
  noNetworkComparisons,
  onlyGuardedFetches,
  shortFiles,
} from './structure/text.ts'
import { noUnusedRules } from './structure/unused-rules.ts'
import { oneNameForHook, oneNameForUseCase, routesOnlyList } from './structure/use-cases.ts'

const judgeName = (rule: Rule, path: string) => judge(rule, { [path]: '' })

const contract = (feature: string, ...names: string[]) => ({
  [`domain/src/${feature}/contract.ts`]: names
    .map(name => `export const ${name} = endpoint({\n})\n`)
    .join(''),
})

test('an endpoint whose file and handler bear its name passes', () => {
  const handler = {
    'server/src/features/approvals/approve-round.ts': 'export const approveRound = async () => 1\n',
  }
  expect(judge(oneNameForUseCase, { ...contract('approvals', 'approveRound'), ...handler })).toEqual([])
})

test.each([
  [
    'no file has its name',
    { 'server/src/features/approvals/deciding.ts': 'export const approveRound = 1\n' },
  ],
  [
    'its file exports another name',
    { 'server/src/features/approvals/approve-round.ts': 'export const decide = 1\n' },
  ],
  [
    'only a test has its name',
    { 'server/src/features/approvals/approve-round.test.ts': 'export const approveRound = 1\n' },
  ],
])('an endpoint is reported when %s', (_case, files) => {
  expect(judge(oneNameForUseCase, { ...contract('approvals', 'approveRound'), ...files })).toEqual([
    expect.stringMatching(
      /approveRound has no server\/src\/features\/…\/approve-round\.ts that exports approveRound/,
    ),
  ])
})

test("a GET twin has its call's handler, and the callbacks of two providers in one", () => {
  const files = {
    'server/src/features/team/remove-user.ts': 'export const removeUser = 1\n',
    'server/src/features/accounts/providers/oauth-callback.ts': 'export const signInWithApple = 1\n',
  }
  const named = {
    ...contract('team', 'removeUser', 'removeUserViaGet'),
    ...contract('accounts', 'signInWithApple'),
  }
  expect(judge(oneNameForUseCase, { ...named, ...files })).toEqual([])
  expect(judge(oneNameForUseCase, named)).toHaveLength(3)
})

test("a web file that calls an endpoint has a hook of the endpoint's name", () => {
  const importing = "import { approveRound, type Round } from '#domain/approvals/contract.ts'\n"
  const api = (text: string) => ({
    ...contract('approvals', 'approveRound'),
    'web/src/features/approvals/api.ts': importing + text,
  })
  expect(judge(oneNameForHook, api('export const useApproveRound = () => 1\n'))).toEqual([])
  expect(judge(oneNameForHook, api('export const useDecision = () => 1\n'))).toEqual([
    expect.stringMatching(/calls approveRound without a hook of that name. Export useApproveRound/),
  ])
})

test('routes.ts lists the calls and does nothing', () => {
  const path = 'server/src/features/posts/routes.ts'
  expect(judge(routesOnlyList, { [path]: 'export const routes = [projectRoute(contract.a, a)]\n' })).toEqual(
    [],
  )
  expect(judge(routesOnlyList, { [path]: 'const a = async () => 1\n' })).toEqual([
    expect.stringMatching(/does more than list/),
  ])
})

test('a feature may import earlier ones, and a test any feature', () => {
  const importing = (path: string, feature: string) =>
    judge(featureOrder, { [path]: `import { x } from '#server/features/${feature}/x.ts'\n` })
  expect(importing('server/src/features/approvals/approve-round.ts', 'posts')).toEqual([])
  expect(importing('server/src/features/posts/save-post.test.ts', 'publishing')).toEqual([])
  expect(importing('server/src/features/posts/save-post.ts', 'publishing')).toEqual([
    expect.stringMatching(/"publishing" comes after "posts"\. Move what both need/),
  ])
})

test('a feature without a place in the order is reported', () => {
  expect(judgeName(featureOrder, 'server/src/features/payments/pay.ts')).toEqual([
    expect.stringMatching(/"payments" has no place among the features/),
  ])
})

const filesIn = (folder: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${folder}/file-${n}.ts`, '']))

test.each([
  ['server/src/features/publishing/engine', 4],
  ['server/src/features/calendar', 2],
  ['server/src/platform/mail', 2],
])('the folder %s of %i files is earned', (folder, count) => {
  expect(judge(earnedFolders, { ...filesIn(folder, count), ...filesIn(`${folder}/../other`, 0) })).toEqual([])
})

test.each([
  ['server/src/platform/clock', 1, /single file/],
  ['server/src/features/posts/grid', 3, /folder of 3 files; 4 of one idea/],
  ['web/src/features/posts/editing', 4, /"editing" is an activity/],
])('the folder %s of %i files is reported', (folder, count, message) => {
  const problems = judge(earnedFolders, {
    ...filesIn(folder, count),
    ...filesIn(folder.replace(/[^/]+$/, 'x'), 9),
  })
  expect(problems).toEqual([expect.stringMatching(message)])
})

test('tests and style sheets do not count as files that justify a folder', () => {
  const alone = {
    'web/src/ui/x/a.ts': '',
    'web/src/ui/x/a.test.ts': '',
    'web/src/ui/x/a.css': '',
    'web/src/ui/b.ts': '',
  }
  expect(judge(earnedFolders, alone)).toEqual([
    expect.stringMatching(/web\/src\/ui\/x\/: is a folder with a single/),
  ])
})

test.each([
  ['web/src/ui/date-utils.ts', /"utils"/],
  ['server/src/common/time.ts', /"common"/],
  ['server/src/platform/mail-service.ts', /"service"/],
  ['web/src/features/posts/components/strip.tsx', /"components"/],
  ['server/src/features/posts/commands.ts', /which kind of code/],
  ['domain/src/posts/rules.ts', /which kind of code/],
  ['web/src/ui/index.tsx', /which kind of code/],
  ['web/src/ui/DayCell.tsx', /kebab-case/],
])('the name %s is reported', (path, message) => {
  expect(judgeName(meaningfulNames, path)).toEqual([expect.stringMatching(message)])
})

test.each(['web/public/service-worker.ts', 'tools/start.mjs', 'web/src/ui/day-cell.module.css', '.ci/run'])(
  'the name %s is fine',
  path => {
    expect(judgeName(meaningfulNames, path)).toEqual([])
  },
)

test('every form of import is found, and strings and properties are not mistaken for imports', () => {
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
  ['domain/src/posts/problems.ts', 'node:fs', /only the domain and pure packages/],
  ['domain/src/posts/problems.ts', '#server/config.ts', /only the domain and pure packages/],
  ['server/src/features/posts/routes.ts', 'kysely', /Only use cases and the platform/],
  [
    'server/src/networks/facebook/posts.ts',
    '../../platform/db/database.ts',
    /Only use cases and the platform/,
  ],
  ['server/src/platform/http/gate.ts', '#domain/posts/model.ts', /platform knows no feature/],
  ['server/src/platform/jobs/job-queues.ts', '#server/networks/adapters.ts', /platform knows no feature/],
  ['server/src/start.ts', '../testing/app.ts', /no part of the product/],
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
  ['domain/src/posts/problems.ts', '#domain/kernel/time.ts'],
  ['domain/src/posts/problems.test.ts', 'fast-check'],
  ['server/src/features/posts/queries.ts', 'kysely'],
  ['server/src/platform/http/gate.ts', '#domain/kernel/failure.ts'],
  ['server/src/features/posts/save-post.ts', '#server/platform/db/database.ts'],
  ['server/src/platform/jobs/queue.ts', 'pg'],
  ['server/src/main.ts', '#server/platform/db/embedded/embedded-postgres.ts'],
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

test('a circle of imports is reported once with its path, even if it consists only of types', () => {
  const circle = {
    'a/one.ts': "import { x } from './two.ts'\n",
    'a/two.ts': "import type { X } from './three.ts'\n",
    'a/three.ts': "import { x } from './one.ts'\n",
  }
  expect(judge(noCycles, circle)).toEqual([
    expect.stringMatching('a/one.ts → a/two.ts → a/three.ts → a/one.ts. Move what both need'),
  ])
})

test('two import paths to the same file are not a circle', () => {
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

test('a median or 95th percentile above its aim is reported', () => {
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

test('machine paths and registry addresses are found in any file', () => {
  const machine = `see /${'work'}/notes.md`
  const registry = `https://${'registry'}.example.org/left-pad`
  expect(judge(noMachinePaths, { 'docs/a.md': machine, 'b.json': registry })).toEqual([
    expect.stringMatching(/docs\/a\.md: line 1 names a path of one machine/),
    expect.stringMatching(/b\.json: line 1 names a package registry/),
  ])
  expect(judge(noMachinePaths, { 'docs/a.md': 'how we work/play; ./work/x; homework/' })).toEqual([])
})

describe('A rule of the domain', () => {
  const rule = 'export const maxLength = 9\nexport const isLong = (text: string) => text.length > 9\n'
  const judged = (importer: string, text: string) =>
    judge(noUnusedRules, { 'domain/src/posts/length.ts': rule, [importer]: text })
  const aboutBoth = [
    expect.stringMatching(/exports maxLength, which only/),
    expect.stringMatching(/exports isLong/),
  ]

  test.each([
    ['a named import', `import { isLong, maxLength } from '#domain/posts/length.ts'\n`],
    ['an import under another name', `import { maxLength as most, isLong } from '#domain/posts/length.ts'\n`],
    ['an import on several lines', `import {\n  isLong,\n  maxLength,\n} from '#domain/posts/length.ts'\n`],
    ['a type made of it', `import type { isLong, maxLength } from '#domain/posts/length.ts'\n`],
    [
      'a namespace',
      `import * as length from '#domain/posts/length.ts'\nexport const x = [length.isLong, length.maxLength]\n`,
    ],
    ['a page that loads it later', `const length = await import('#domain/posts/length.ts')\n`],
  ])('is used by %s', (_, text) => {
    expect(judged('web/src/features/posts/length-field.tsx', text)).toEqual([])
  })

  test.each([
    ['domain/src/posts/length.test.ts', `import { isLong, maxLength } from './length.ts'\n`],
    ['server/testing/posts.ts', `import { isLong, maxLength } from '#domain/posts/length.ts'\n`],
    ['server/testing/posts.ts', `import { isLong, maxLength } from '#domain/posts/length.ts'\n`],
    ['web/src/features/posts/length-field.tsx', `import * as length from '#domain/posts/length.ts'\n`],
    ['web/src/features/posts/length-field.tsx', `import { isLong, maxLength } from './length.ts'\n`],
  ])('is not used by %s that says %j', (importer, text) => {
    expect(judged(importer, text)).toEqual(aboutBoth)
  })

  test('counts as used if another rule of its file needs it', () => {
    const needed = rule.replace('length > 9', 'length > maxLength')
    expect(judge(noUnusedRules, { 'domain/src/posts/length.ts': needed })).toEqual([aboutBoth[1]])
  })

  test('may be a type that only documents a signature', () => {
    expect(judge(noUnusedRules, { 'domain/src/posts/length.ts': 'export type Length = number\n' })).toEqual(
      [],
    )
  })
})

test.each([
  'const page = await fetch(url)',
  "import { get } from 'node:https'",
  "import { request } from 'undici'",
])('a feature that opens a connection by itself is reported: %s', text => {
  const path = 'server/src/features/posts/read-page.ts'
  expect(judge(onlyGuardedFetches, { [path]: text })).toEqual([
    expect.stringContaining('line 1 opens a connection'),
  ])
  expect(
    judge(onlyGuardedFetches, { 'server/src/platform/http/outgoing-requests/public-fetch.ts': text }),
  ).toEqual([])
  expect(judge(onlyGuardedFetches, { 'server/src/features/posts/read-page.test.ts': text })).toEqual([])
})

test('types of connections and fetchers with another name are not reported', () => {
  const text = "import type { Server } from 'node:http'\nawait prefetch(1)\nawait api.fetch(2)\n"
  expect(judge(onlyGuardedFetches, { 'server/src/features/posts/read-page.ts': text })).toEqual([])
})

test('a message that hangs on a callback of mutate() is told to wait for the change itself', () => {
  const lost = "remove.mutate(id, {\n  onSuccess: () => toast.success('Removed'),\n})\n"
  const path = 'web/src/features/notes/row.tsx'
  expect(judge(noLostMessages, { [path]: `\n${lost}` })).toEqual([
    expect.stringContaining(`${path}: line 2 shows a message in a callback of mutate()`),
  ])
  const kept = "sayWhenDone(remove.mutateAsync(id), 'Removed')\nadd.mutate(id, { onSuccess: onClose })\n"
  expect(judge(noLostMessages, { [path]: `${kept}toast.success('Copied')` })).toEqual([])
})
