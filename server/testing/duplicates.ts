import { setTimeout as sleep } from 'node:timers/promises'
import { networks } from '#domain/networks/network.ts'
import { createAdapters, type NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { type BuiltPost, buildApprovedPost, someWords } from './approved.ts'
import { accountsOf, type Cell, driveOne, type Ending, readTold, releaseDue } from './faults.ts'
import { judgeEquals } from './oracle.ts'
import { type PublishingStage, readOutcome } from './publishing.ts'
import { readBefore, readSeen } from './seen.ts'
import { watchSteps } from './steps.ts'

type Run = {
  readonly stage: PublishingStage
  readonly cell: Cell
  readonly first: BuiltPost
  readonly second: BuiltPost
  /** The second is on its way. */
  isBegun: boolean
  /** Its call has arrived at the network. */
  isSent: boolean
}

const readLast = async ({ stage }: Run, { post }: BuiltPost) =>
  (await readOutcome(stage, post.socialId)).publications.at(-1)

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
  await releaseDue(publisher, second.post.scheduleId, second.approved.dueAt)
  await driveOne(stage, publisher, second.post.socialId)
}

/**
 * Two posts that say the same on one account, of two projects; the second comes due at the cell's step of the first and is in flight,
 * if it may be, while the first is looked for.
 */
export const runEquals = async (stage: PublishingStage, cell: Cell): Promise<Ending> => {
  const { network } = cell
  const before = await readBefore(stage, network)
  const words = someWords()
  const type = networks[network].publishes.includes('text') ? 'text' : 'single_photo'
  const accounts = accountsOf(stage, cell)
  const draft = { network, type, words, accountId: accounts[network].externalId } as const
  const open = async () => buildApprovedPost(stage, await stage.connectedProject({}, accounts), draft)
  const run: Run = {
    ...{ stage, cell, first: await open(), second: await open() },
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
  await releaseDue(publisher, run.first.post.scheduleId, run.first.approved.dueAt)
  await driveOne(stage, publisher, run.first.post.socialId)
  // Where the first never came as far as the step.
  atStep()
  await begun
  const seen = await readSeen(stage, network, before, [])
  const told = [await readTold(stage, run.first.post), await readTold(stage, run.second.post)] as const
  const { status, reason } = told[0]
  return { status, reason, violations: judgeEquals([run.first.approved, run.second.approved], seen, told) }
}
