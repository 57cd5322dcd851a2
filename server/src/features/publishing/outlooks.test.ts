import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { outlookRules } from '#domain/publishing/outlook.ts'
import { type OutlookCode, outlookCodes } from '#domain/publishing/outlook-codes.ts'
import { type FailureReason, failureReasons } from '#domain/publishing/status.ts'
import { findOutgoingProblems } from '#server/features/posts/outgoing-problems.ts'
import { countPostsAtRisk } from '#server/features/social-accounts/posts-at-risk.ts'
import { testNow as now, useTestApp } from '#testing/app.ts'
import { billedConfig } from '#testing/billing/subscriptions.ts'
import {
  type BuiltWorld,
  buildWorld,
  delayReason,
  publishWorld,
  troubles,
  type World,
} from '#testing/publishing/worlds.ts'
import { listPlannedVersions, readOutlooks, type VersionOutlook } from './outlooks.ts'

const HOUR = 3_600_000
const kit = useTestApp({ routes: [], config: { ...billedConfig } })

const minutes = fc.constantFrom(-30, -10, 5, 45, 300, 2 * 24 * 60)
const random = fc.record({
  minutes,
  troubles: fc.uniqueArray(fc.constantFrom(...troubles), { maxLength: 2 }),
})

/** Each trouble by itself, before and after the due time, and random ones together. */
const worlds: readonly World[] = [
  { minutes: 60, troubles: [] },
  { minutes: -10, troubles: [] },
  ...troubles.flatMap(one => [60, -10].map(at => ({ minutes: at, troubles: [one] }))),
  ...fc.sample(random, { numRuns: 90, seed: Number(process.env.TEST_SEED ?? 20) }),
]

/** What the publisher did, and what else of the product says that the version could not go out. */
type Truth = {
  readonly world: BuiltWorld
  readonly isSent: boolean
  readonly failure: string | null
  readonly isRefused: boolean
}
let truths: Truth[]
let boards: Map<OutlookCode | 'all', Map<number, VersionOutlook>>

const readBoard = async (dropped?: OutlookCode) => {
  const projects = await kit.db.selectFrom('projects').select('id').execute()
  const versions = await listPlannedVersions(
    kit.db,
    projects.map(({ id }) => id),
    {
      from: new Date(now.getTime() - 24 * HOUR),
      until: new Date(now.getTime() + 14 * 24 * HOUR),
      limit: 10_000,
    },
  )
  const rules = outlookRules.filter(({ code }) => code !== dropped)
  const outlooks = await readOutlooks(kit.services, kit.db, { versions, now, rules })
  return new Map(outlooks.map(one => [one.version.id, one]))
}

const isRefusedBefore = async ({ socialId, project }: BuiltWorld): Promise<boolean> => {
  const socials = await kit.db.selectFrom('post_socials').selectAll().where('id', '=', socialId).execute()
  const problems = await findOutgoingProblems(kit.db, socials, '')
  return problems !== null || (await countPostsAtRisk(kit.db, [project.projectId], now)).length > 0
}

beforeAll(async () => {
  const built: BuiltWorld[] = []
  for (const world of worlds) built.push(await buildWorld(kit, world, now))
  boards = new Map([['all', await readBoard()]])
  for (const code of outlookCodes) boards.set(code, await readBoard(code))
  // Before anything is sent: a turn of the publisher takes everything that is due by then.
  const refused = new Set<number>()
  for (const world of built) if (await isRefusedBefore(world)) refused.add(world.socialId)
  truths = []
  for (const world of built.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime())) {
    const isRefused = refused.has(world.socialId)
    const { status, failure_reason: failure } = await publishWorld(kit, world, now)
    truths.push({ world, isSent: status === 'live', failure, isRefused })
  }
}, 600_000)

/** The publisher sends nothing with one of these, whatever else is true. */
const needsSomebody: readonly OutlookCode[] = [
  ...(['waits_for_approval', 'sent_back', 'not_sent', 'by_hand', 'agency_stopped'] as const),
]

/** What a wait that outlasts its window fails as, where that is not its own code. */
const failsAs: { readonly [code in OutlookCode]?: FailureReason } = {
  delayed: delayReason,
  limit: 'limit_reached',
  too_many: 'limit_reached',
}

/** Where the board and the publisher disagree, as texts. */
const lies = (board: ReadonlyMap<number, VersionOutlook>): string[] =>
  truths.flatMap(({ world, isSent, failure, isRefused }) => {
    const { risk = 'green', reasons = [] } = board.get(world.socialId)?.outlook ?? {}
    const codes = reasons.map(({ code }) => code)
    const said = `${world.troubles.join(' + ') || 'nothing'}, ${world.minutes} min: ${risk} (${codes})`
    const named: readonly string[] = codes.flatMap(code => [code, failsAs[code] ?? code])
    const isNamed = failure === null || named.includes(failure) || named.includes('failed')
    const waitsForSomebody = codes.some(code => needsSomebody.includes(code))
    return [
      ...(waitsForSomebody && isSent ? [`${said}, and it goes out by itself`] : []),
      ...(risk === 'green' && (!isSent || isRefused) ? [`${said}, and it does not go out`] : []),
      ...(risk === 'red' && isSent ? [`${said}, and it goes out`] : []),
      ...(isNamed ? [] : [`${said}, and it fails as ${failure}`]),
    ]
  })

describe('The board, compared with what the publisher then does', () => {
  it('is never green for what does not go out, never red for what goes out, and names its reason', () => {
    expect(lies(boards.get('all') ?? new Map())).toEqual([])
  })

  it('has versions of each state', () => {
    const states = [...(boards.get('all') ?? new Map<number, VersionOutlook>()).values()].map(
      one => one.outlook.risk,
    )
    expect(new Set(states)).toEqual(new Set(['red', 'amber', 'green']))
    expect(truths.filter(({ isSent }) => isSent).length).toBeGreaterThan(10)
    expect(truths.some(({ failure }) => failure !== null && failure in failureReasons)).toBe(true)
  })

  // A version without a schedule is in no range of days.
  it.each(outlookCodes.filter(code => code !== 'no_schedule'))(
    'would be wrong without the reason "%s"',
    code => {
      expect(lies(boards.get(code) ?? new Map())).not.toEqual([])
    },
  )
})
