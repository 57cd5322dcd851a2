import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { decisionCitations, noOutsideSources, pageLinks, productCitations } from './structure/citations.ts'
import { noCycles } from './structure/cycles.ts'
import { oneWayToWriteDates } from './structure/dates.ts'
import { decisionRecords } from './structure/decisions.ts'
import { featureOrder } from './structure/feature-order.ts'
import { tablesAreKept } from './structure/kept-data.ts'
import { layering, pureDomain } from './structure/layers.ts'
import { appliedLifecycles, onlyMovedStatuses } from './structure/lifecycles.ts'
import { declaredMigrations } from './structure/migrations.ts'
import { namedFilesExist } from './structure/named-files.ts'
import { earnedFolders, meaningfulNames, plainIdentifiers } from './structure/names.ts'
import { neighboursTogether } from './structure/neighbours.ts'
import { networkNumbers } from './structure/numbers/network-numbers.ts'
import { partOrder, smallFolders } from './structure/part-order.ts'
import { ownTablesOnly } from './structure/platform-tables.ts'
import { seenElsewhere } from './structure/seen-elsewhere.ts'
import type { Rule, Source } from './structure/source.ts'
import { oneWriterForTable } from './structure/table-writers.ts'
import { longTestsStandBeside } from './structure/test-places.ts'
import {
  clientIsTheWord,
  lengths,
  maximaEndWithMax,
  noLiteralSpreads,
  noLostMessages,
  noMachinePaths,
  noNetworkComparisons,
  noReplacedEnvironment,
  noUncheckedFakes,
  onlyGuardedFetches,
  onlySharedClock,
  shortFiles,
  shortParagraphs,
} from './structure/text.ts'
import { noUnusedRules } from './structure/unused-rules.ts'
import { oneNameForHook, oneNameForUseCase, routesOnlyList } from './structure/use-cases.ts'

// npm run check: the rules for every file that neither compiler nor linter can check.

const root = resolve(import.meta.dirname, '..')
const rules: Rule[] = [
  oneNameForUseCase,
  oneNameForHook,
  routesOnlyList,
  earnedFolders,
  meaningfulNames,
  plainIdentifiers,
  layering,
  featureOrder,
  partOrder,
  smallFolders,
  pureDomain,
  noLostMessages,
  noNetworkComparisons,
  noCycles,
  neighboursTogether,
  namedFilesExist,
  noUnusedRules,
  onlyMovedStatuses,
  appliedLifecycles,
  ownTablesOnly,
  declaredMigrations,
  oneWriterForTable,
  tablesAreKept,
  productCitations,
  decisionCitations,
  decisionRecords,
  pageLinks,
  noOutsideSources,
  shortFiles,
  shortParagraphs,
  noMachinePaths,
  clientIsTheWord,
  oneWayToWriteDates,
  noLiteralSpreads,
  noReplacedEnvironment,
  noUncheckedFakes,
  maximaEndWithMax,
  onlyGuardedFetches,
  onlySharedClock,
  networkNumbers,
  longTestsStandBeside,
  seenElsewhere,
]

/** The files that git tracks or would add, so that a forgotten one is checked before it is committed. */
function projectFiles(): Source[] {
  return [...new Set(listed())]
    .filter(path => path && !isPicture(path) && existsSync(resolve(root, path)))
    .filter(path => statSync(resolve(root, path)).isFile())
    .map(path => ({ path, text: readFileSync(resolve(root, path), 'utf8') }))
}

function listed(): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const git = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 })
  if (git.status === 0) return git.stdout.split('\0')
  // An unpacked archive has no git: all files except generated ones.
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !/(^|\/)(node_modules|dist|data|test-results|\.git)\//.test(path))
}

const isPicture = (path: string) => /\.(png|jpe?g|webp|gif|ico|woff2?|ttf|mp4|mov|pdf)$/.test(path)

const sources = projectFiles()
const problems = rules.flatMap(rule => rule(sources))
for (const { path, message } of problems) console.error(`${path}: ${message}`)
const { files, median, p95 } = lengths(sources)
console.log(`${files} code files: median ${median} lines, 95th percentile ${p95}`)
console.log(problems.length === 0 ? 'The structure is as agreed.' : `${problems.length} to put right.`)
process.exitCode = problems.length === 0 ? 0 : 1
