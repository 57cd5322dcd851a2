import { nextTurn } from '#domain/analytics/gathering.ts'
import { addDays, eachDay } from '#domain/kernel/days.ts'
import { type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { gatherInsights } from '#server/features/analytics/gather-insights.ts'
import { makeGatherer } from '#server/features/analytics/gatherer.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkReaders } from '#server/networks/adapters.ts'
import type { NetworkReader } from '#server/networks/network-reader.ts'
import { fixedClock } from '#server/platform/clock.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { makeLog } from '#server/platform/log.ts'
import { line } from '../figures.ts'
import { openStand, type Stand, withClient } from '../publishing/stand.ts'

const MINUTE_MS = 60_000
/** What a network takes to answer, and how much of Galley's waiting goes on beside each other: four calls each of eight accounts. */
const ANSWER_MS = 300
const BESIDE = 4 * 8

/** The calls of a turn that reads so many days, as the adapters make them. */
const callsOf: Readonly<Record<SocialNetwork, (days: number) => number>> = {
  facebook: () => 9,
  // Reach, followers and new ones, peaks, stories twice, and a call for each day of two sums and of the hours.
  instagram: days => 6 + 3 * days,
  linkedin: () => 6,
  twitter: () => 2,
}
/** What an account may be asked in an hour: Meta's number, the strictest. */
const PER_HOUR = 200

const LAST_NIGHT = '2026-06-10'

/** The networks in memory. Each call moves the clock by its part of the waiting. */
const fakeNetworks = (clock: ReturnType<typeof fixedClock>) => {
  const calls: Record<SocialNetwork, number> = { facebook: 0, instagram: 0, linkedin: 0, twitter: 0 }
  let most = 0
  const readerOf = (network: SocialNetwork): Partial<NetworkReader> => ({
    readInsights: async (_account, { metrics, from, to }) => {
      const days = eachDay({ start: from, end: to })
      const made = callsOf[network](days.length)
      calls[network] += made
      most = Math.max(most, made)
      clock.advance((made * ANSWER_MS) / BESIDE)
      const values = days.map((date, index) => ({ date, value: 100 + index }))
      return { kind: 'read', value: { series: metrics.map(metric => ({ metric, values })), refused: [] } }
    },
    readOnlineHours: async () => ({
      kind: 'not_read',
      reason: 'not_supported',
      retryAfterMs: null,
      response: '',
    }),
  })
  const readers = Object.fromEntries(socialNetworks.map(network => [network, readerOf(network)]))
  return { readers: readers as unknown as NetworkReaders, calls, mostOfOne: () => most }
}

/** Accounts that were read up to the day before, each with its turn of this night. */
const connectAccounts = async (stand: Stand, services: Services, accounts: number): Promise<void> => {
  const projects = await withClient(stand, async client => {
    const { rows } = await client.query<{ id: string }>(
      `with agency as (insert into agencies (name) values ('Night') returning id)
       insert into projects (agency_id, name, timezone)
       select agency.id, 'Night ' || n, 'Europe/Berlin' from agency, generate_series(1, $1::int) n returning id`,
      [Math.ceil(accounts / socialNetworks.length)],
    )
    return rows.map(({ id }) => Number(id))
  })
  for (const projectId of projects)
    await inTransaction(stand.db, async tx => {
      for (const social_network of socialNetworks)
        await connectAccount(tx, services, {
          projectId,
          social_network,
          external_id: `night ${projectId}`,
          name: 'Night',
          token: 'token',
          account_details: {},
          logo_url: null,
        })
    })
}

const planTurns = (stand: Stand): Promise<readonly Date[]> =>
  withClient(stand, async client => {
    await client.query(
      `insert into metric_accounts (project_id, social_network, external_id, read_to)
       select project_id, social_network, external_id, $1 from social_accounts`,
      [addDays(LAST_NIGHT, -1)],
    )
    await client.query('analyze')
    const { rows } = await client.query<{ id: number }>('select id from metric_accounts')
    const turns = rows.map(({ id }) => nextTurn(id, new Date(`${addDays(LAST_NIGHT, -1)}T20:00:00Z`)))
    await client.query(
      `update metric_accounts m set due_at = t.at from unnest($1::int[], $2::timestamptz[]) t(id, at) where t.id = m.id`,
      [rows.map(({ id }) => id), turns],
    )
    return turns
  })

/** The job as it runs every minute, one worker, until every account has been read. */
export async function* nightLines(accounts: number): AsyncGenerator<string> {
  const stand = await openStand()
  try {
    const clock = fixedClock(new Date(`${LAST_NIGHT}T00:00:00Z`))
    const services = {
      config: stand.config,
      db: stand.db,
      log: makeLog('error'),
      clock,
      storage: {},
      jobs: { enqueue: async () => undefined },
    } as unknown as Services
    await connectAccounts(stand, services, accounts)
    const turns = (await planTurns(stand)).map(turn => turn.getTime()).sort((a, b) => a - b)
    const networks = fakeNetworks(clock)
    const gatherer = makeGatherer(services, networks.readers)
    const first = turns[0] ?? 0
    const end = first + 24 * 3_600_000
    let lastWork = first
    const begun = performance.now()
    for (let minute = first; minute < end; minute = nextMinute(minute, clock.now().getTime())) {
      clock.set(new Date(minute))
      const before = sumOf(networks.calls)
      await gatherInsights(gatherer)
      if (sumOf(networks.calls) > before) lastWork = clock.now().getTime()
      else if (minute > (turns.at(-1) ?? 0)) break
    }
    const hours = (lastWork - first) / 3_600_000
    yield line(`${turns.length.toLocaleString('en')} accounts gathered, simulated`, hours, ' h', {
      aim: { most: 8 },
    })
    yield line('the last account after its turn', (lastWork - (turns.at(-1) ?? 0)) / MINUTE_MS, ' min')
    yield line('this machine worked for', (performance.now() - begun) / 1000, ' s')
    for (const network of socialNetworks) yield line(`calls to ${network}`, networks.calls[network], '')
    yield line('calls for one account in an hour, at most', networks.mostOfOne(), '', {
      aim: { most: PER_HOUR },
    })
  } finally {
    await stand.close()
  }
}

const nextMinute = (minute: number, now: number): number =>
  Math.max(minute + MINUTE_MS, Math.ceil(now / MINUTE_MS) * MINUTE_MS)

const sumOf = (calls: Readonly<Record<string, number>>): number =>
  Object.values(calls).reduce((sum, each) => sum + each, 0)
