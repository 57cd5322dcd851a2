import { setTimeout as sleep } from 'node:timers/promises'
import { networks } from '#domain/networks/network.ts'
import { releaseSchedule } from '#server/features/publishing/engine/release.ts'
import { createAdapters, type NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { type Cell, type DuePost, driveOne, type Ending, openDuePost } from './faults.ts'
import { nextNumber } from './people.ts'
import { onNetwork, type PublishingStage, readOutcome } from './publishing.ts'
import { watchSteps } from './steps.ts'

type Run = {
  readonly stage: PublishingStage
  readonly cell: Cell
  readonly text: string
  readonly first: DuePost
  readonly second: DuePost
  /** The second is on its way. */
  isBegun: boolean
  /** Its call has arrived at the network. */
  isSent: boolean
}

const readLast = async ({ stage }: Run, { socialId }: DuePost) =>
  (await readOutcome(stage, socialId)).publications.at(-1)

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await sleep(10)
}

/** Until the second has sent, waits for the first, or is over: before that a look could not take the one for the other. */
const untilSecondStands = (run: Run): Promise<void> =>
  until(async () => {
    const second = await readLast(run, run.second)
    const isWaiting = second?.late_reason === 'duplicate_in_flight'
    return !run.isBegun || run.isSent || isWaiting || ['live', 'failed'].includes(second?.status ?? '')
  })

const untilFirstIsDecided = (run: Run): Promise<void> =>
  until(async () => !['sending', 'unknown'].includes((await readLast(run, run.first))?.status ?? ''))

const real = ({ stage }: Run): NetworkAdapters => createAdapters(networkSettings(stage.services.config))

const ofNetwork = (run: Run, own: (network: NetworkAdapter) => Partial<NetworkAdapter>): NetworkAdapters => {
  const all = real(run)
  const { network } = run.cell
  return { ...all, [network]: { ...all[network], ...own(all[network]) } }
}

/** The second's answer takes until nobody looks for the first any more. */
const slowlyAnswering = (run: Run): NetworkAdapters =>
  ofNetwork(run, ({ send }) => ({
    send: async delivery => {
      const outcome = await send(delivery)
      run.isSent = true
      await untilFirstIsDecided(run)
      return outcome
    },
  }))

const begin = async (run: Run): Promise<void> => {
  const { stage, second } = run
  const publisher = stage.publisher({ networks: slowlyAnswering(run) })
  await releaseSchedule(publisher, second.scheduleId)
  await driveOne(stage, publisher, second.socialId)
}

/**
 * Two posts that say the same on one account, of two projects; the second comes due at the cell's step of the first and is in flight,
 * if it may be, while the first is looked for.
 */
export const runEquals = async (stage: PublishingStage, cell: Cell): Promise<Ending> => {
  const { network } = cell
  const text = `Equal ${nextNumber()} ${Math.random().toString(36).slice(2)}`
  const type = networks[network].publishes.includes('text') ? 'text' : 'single_photo'
  const open = async () => openDuePost(stage, await stage.connectedProject(), network, text, type)
  const run: Run = {
    ...{ stage, cell, text, first: await open(), second: await open() },
    ...{ isBegun: false, isSent: false },
  }
  for (const fault of cell.trouble.faults) await stage.sandbox.fault({ network, ...fault })
  let atStep = (): void => undefined
  const step = new Promise<void>(resolve => {
    atStep = resolve
  })
  // Planned here, outside the first's calls: the time that one of them has left is not the second's.
  const begun = step.then(() => begin(run))
  const looking = ofNetwork(run, ({ lookUp }) => ({
    lookUp: async (...asked) => {
      await untilSecondStands(run)
      return lookUp(...asked)
    },
  }))
  const watched = watchSteps(looking, async reached => {
    if (reached !== cell.step) return
    run.isBegun = true
    atStep()
  })
  const publisher = stage.publisher({ networks: watched })
  await releaseSchedule(publisher, run.first.scheduleId)
  await driveOne(stage, publisher, run.first.socialId)
  // Where the first never came as far as the step.
  atStep()
  await begun
  return judge(run)
}

const judge = async ({ stage, cell, text, first, second }: Run): Promise<Ending> => {
  const outcomes = [await readOutcome(stage, first.socialId), await readOutcome(stage, second.socialId)]
  const both = outcomes.map(({ social }) => social)
  const found = (await onNetwork(stage, cell.network, text)).map(({ id }) => id)
  const live = both.filter(one => one.status === 'live')
  const open = both.filter(one => one.failure_reason === 'unconfirmed')
  const ids = live.flatMap(one => one.external_id ?? [])
  const violations: string[] = []
  if (both.some(one => !['live', 'publishing_failed'].includes(one.status)))
    violations.push('still on its way')
  if (both.some(one => one.status !== 'live' && one.failure_reason === null))
    violations.push('failed without a reason')
  if (new Set(ids).size < ids.length) violations.push('two live with one id')
  if (ids.some(id => !found.includes(id))) violations.push('live with an id that is not there')
  if (found.length < live.length) violations.push(`${live.length} live, ${found.length} there`)
  if (found.length > live.length + open.length)
    violations.push(`${found.length} there, ${live.length} live and ${open.length} unconfirmed`)
  const isBlind = cell.trouble.faults.some(({ fault }) => fault === 'readback_down')
  // Sent once more and not to be found either: that is for a person to settle.
  const isResent = outcomes.some(({ publications }) => publications.some(one => one.resends > 0))
  if (open.length > 0 && !isBlind && !isResent)
    violations.push('unconfirmed although the account could be read')
  const { status = '', failure_reason: reason = null } = both[0] ?? {}
  return { status, reason, violations }
}
