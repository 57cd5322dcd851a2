import { describe, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkReaders } from '#server/networks/adapters.ts'
import type { Insights, ReadResult } from '#server/networks/network-reader.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { useTestApp } from '#testing/app.ts'
import { buildProject } from '#testing/people.ts'
import { gatherInsights } from './gather-insights.ts'
import { makeGatherer } from './gatherer.ts'
import { askForPast } from './read-past.ts'

// What the network knows is a small model of its own: which day is over is counted here from the Pacific clock's offset, not by the code
// under test. A day is reported when it is over, too low at first, and corrected two days later.
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
/** The changes of the American clock in the years that are tried. */
const summers = [
  ['2025-03-09T10:00:00Z', '2025-11-02T09:00:00Z'],
  ['2026-03-08T10:00:00Z', '2026-11-01T09:00:00Z'],
].map(([from, to]) => [Date.parse(from ?? ''), Date.parse(to ?? '')] as const)
const offsetHours = (at: number) => (summers.some(([from, to]) => at >= from && at < to) ? 7 : 8)
const pacificDate = (at: number) => dateOf(at - offsetHours(at) * HOUR_MS)
const settled = (metric: string, day: string) =>
  1_000 + (Date.parse(day) / DAY_MS) * 3 + [...metric].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)
const reported = (metric: string, day: string, at: number): number | null => {
  const today = pacificDate(at)
  if (day >= today) return null
  return dateOf(Date.parse(day) + 3 * DAY_MS) <= today ? settled(metric, day) : settled(metric, day) - 7
}

type Trouble = 'fine' | 'half' | 'limited' | 'down' | 'killed'
const scenario: { trouble: (calls: number) => Trouble; failing: readonly string[] } = {
  trouble: () => 'fine',
  failing: [],
}

const kit = useTestApp({ routes: [] })

/** Never answers: the process that called is gone. */
const dead = new Promise<never>(() => undefined)
let calls = 0
const reader = {
  readInsights: async (
    _account: unknown,
    { metrics, from, to }: { metrics: readonly string[]; from: string; to: string },
  ): Promise<ReadResult<Insights>> => {
    calls += 1
    const trouble = scenario.trouble(calls)
    const at = kit.clock.now().getTime()
    if (trouble === 'killed') return dead
    if (trouble === 'limited' || trouble === 'down')
      return {
        kind: 'not_read',
        reason: trouble,
        retryAfterMs: trouble === 'limited' ? HOUR_MS : null,
        response: '',
      }
    const fails = (metric: string) =>
      scenario.failing.includes(metric) || (trouble === 'half' && metric.length % 2 === 0)
    const days: string[] = []
    for (let day = from; day <= to; day = dateOf(Date.parse(day) + DAY_MS)) days.push(day)
    const series = metrics
      .filter(metric => !fails(metric))
      .map(metric => ({
        metric,
        values: days.flatMap(date => {
          const value = reported(metric, date, at)
          return value === null ? [] : [{ date, value }]
        }),
      }))
    const refused = metrics.filter(fails).map(metric => ({ metric, response: 'later', isDropped: false }))
    return { kind: 'read', value: { series, refused } }
  },
  readOnlineHours: async () => ({
    kind: 'not_read',
    reason: 'not_supported',
    retryAfterMs: null,
    response: '',
  }),
}
const readers = {
  facebook: reader,
  instagram: reader,
  linkedin: reader,
  twitter: reader,
} as unknown as NetworkReaders

/** The job of one minute; a killed one is never heard of again, and another process goes on. */
const minute = async () => {
  const run = gatherInsights(makeGatherer(kit.services, readers))
  await Promise.race([run, new Promise(resolve => setTimeout(resolve, 1_500))])
}

const connectAt = async (network: SocialNetwork, at: string) => {
  await kit.db
    .updateTable('social_accounts')
    .set({ removed_at: new Date(at) })
    .execute()
  const project = await buildProject(kit.db, { connected: [] })
  kit.clock.set(new Date(at))
  const external_id = `gaps ${project.projectId}`
  await inTransaction(kit.db, tx =>
    connectAccount(tx, kit.services, {
      projectId: project.projectId,
      social_network: network,
      external_id,
      name: 'Harbor',
      account_details: {},
      logo_url: null,
      token: 'token',
    }),
  )
  await askForPast(kit.db, project.projectId, new Date(at))
  calls = 0
  return external_id
}

/** Looks after the account every three hours for so many days. */
const live = async (days: number) => {
  for (let turn = 0; turn < days * 8; turn++) {
    await minute()
    kit.clock.advance(3 * HOUR_MS)
  }
}

/** Every value that is wrong, missing or there twice, among the days that are settled. */
const faultsOf = async (externalId: string, from: string) => {
  const rows = await kit.db
    .selectFrom('metric_points as p')
    .innerJoin('metric_accounts as m', 'm.id', 'p.metric_account_id')
    .select(['p.metric', 'p.day', 'p.value'])
    .where('m.external_id', '=', externalId)
    .execute()
  const today = pacificDate(kit.clock.now().getTime())
  const found = new Map(rows.map(row => [`${row.metric} ${row.day}`, row.value]))
  const faults: string[] = rows.length === found.size ? [] : ['doubles']
  for (const [number, name] of [
    [301, 'followers'],
    [302, 'retweets'],
    [303, 'replies'],
    [304, 'likes'],
    [305, 'quotes'],
  ] as const)
    for (
      let day = from;
      dateOf(Date.parse(day) + 4 * DAY_MS) <= today;
      day = dateOf(Date.parse(day) + DAY_MS)
    )
      if (found.get(`${number} ${day}`) !== settled(name, day))
        faults.push(`${name} ${day}: ${found.get(`${number} ${day}`)}`)
  return faults
}

const everything: readonly [string, (call: number) => Trouble][] = [
  ['nothing fails', () => 'fine'],
  ['half of the metrics fail on every third call', call => (call % 3 === 0 ? 'half' : 'fine')],
  ['every other call is limited', call => (call % 2 === 0 ? 'limited' : 'fine')],
  ['the network is down for a while', call => (call > 16 && call < 24 ? 'down' : 'fine')],
  [
    'the worker is killed while it waits for the network',
    call => ([3, 15, 17].includes(call) ? 'killed' : 'fine'),
  ],
]

describe('Figures gathered day by day have neither gaps nor doubles', () => {
  it.each(everything)('when %s, over a change of the clock and a new year', async (_name, trouble) => {
    scenario.failing = []
    scenario.trouble = trouble
    for (const at of ['2026-03-05T20:00:00Z', '2025-10-30T20:00:00Z', '2025-12-28T20:00:00Z']) {
      const id = await connectAt('twitter', at)
      await live(8)
      const yearBefore = dateOf(Date.parse(at.slice(0, 10)) - 360 * DAY_MS)
      expect(await faultsOf(id, yearBefore)).toEqual([])
    }
  })

  it('when one metric fails for forty days: the others go on, and it is read again up to the present', async () => {
    scenario.trouble = () => 'fine'
    const id = await connectAt('twitter', '2026-04-01T20:00:00Z')
    await live(2)
    scenario.failing = ['likes']
    await live(40)
    const meanwhile = await faultsOf(id, '2026-03-01')
    expect(meanwhile.length).toBeGreaterThan(30)
    expect(meanwhile.every(fault => fault.startsWith('likes'))).toBe(true)
    scenario.failing = []
    await live(2)
    expect(await faultsOf(id, '2026-03-01')).toEqual([])
  })
})
