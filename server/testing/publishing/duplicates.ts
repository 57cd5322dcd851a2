import { setTimeout as sleep } from 'node:timers/promises'
import { networks } from '#domain/networks/network.ts'
import { createAdapters, type NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import { type BuiltPost, buildApprovedPost, someWords } from '../approvals/approved.ts'
import { accountsOf, type Cell, driveOne, type Ending, readReported, releaseDue } from './faults.ts'
import { judgeDuplicates } from './oracle.ts'
import { type PublishingStage, readOutcome } from './publishing.ts'
import { readBefore, readSeen } from './seen.ts'
import { watchSteps } from './steps.ts'

type Run = {
  readonly stage: PublishingStage
  readonly cell: Cell
  readonly first: BuiltPost
  readonly second: BuiltPost
  /** The second post is being published. */
  isStarted: boolean
  /** The second post's call has reached the network. */
  isSent: boolean
}

const readLast = async ({ stage }: Run, { post }: BuiltPost) =>
  (await readOutcome(stage, post.socialId)).publications.at(-1)

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  while (!(await isSo())) await sleep(10)
}

/** Waits until the second post was sent, waits for the first, or has ended: before that, no look-up could mistake one for the other. */
const untilSecondIsInFlight = (run: Run): Promise<void> =>
  until(async () => {
    const second = await readLast(run, run.second)
    const isWaiting = second?.late_reason === 'duplicate_in_flight'
    return !run.isStarted || run.isSent || isWaiting || ['live', 'failed'].includes(second?.status ?? '')
  })

const untilFirstIsDecided = (run: Run): Promise<void> =>
  until(async () => !['sending', 'unknown'].includes((await readLast(run, run.first))?.status ?? ''))

const real = ({ stage }: Run): NetworkAdapters => createAdapters(networkSettings(stage.services.config))

const ofNetwork = (run: Run, own: (network: NetworkAdapter) => Partial<NetworkAdapter>): NetworkAdapters => {
  const all = real(run)
  const { network } = run.cell
  return { ...all, [network]: { ...all[network], ...own(all[network]) } }
}

/** The second post's answer is held back until the first is no longer being looked up. */
const slowlyAnswering = (run: Run): NetworkAdapters =>
  ofNetwork(run, ({ send }) => ({
    send: async delivery => {
      const outcome = await send(delivery)
      run.isSent = true
      await untilFirstIsDecided(run)
      return outcome
    },
  }))

const startSecond = async (run: Run): Promise<void> => {
  const { stage, second } = run
  const publisher = stage.publisher({ networks: slowlyAnswering(run) })
  await releaseDue(publisher, second.post.scheduleId, second.approved.dueAt)
  await driveOne(stage, publisher, second.post.socialId)
}

/**
 * Two posts with the same content on one account, from two projects. The second comes due at the cell's step of the first, and is in
 * flight, where that is allowed, while the first is looked up.
 */
export const runDuplicates = async (stage: PublishingStage, cell: Cell): Promise<Ending> => {
  const { network } = cell
  const before = await readBefore(stage, network)
  const words = someWords()
  const type = networks[network].publishes.includes('text') ? 'text' : 'single_photo'
  const accounts = accountsOf(stage, cell)
  const draft = { network, type, words, accountId: accounts[network].externalId } as const
  const open = async () => buildApprovedPost(stage, await stage.connectedProject({}, accounts), draft)
  const run: Run = { stage, cell, first: await open(), second: await open(), isStarted: false, isSent: false }
  for (const fault of cell.trouble.faults) await stage.sandbox.fault({ network, ...fault })
  let atStep = (): void => undefined
  const step = new Promise<void>(resolve => {
    atStep = resolve
  })
  // Started here and not inside a call of the first, so that the time limit of that call does not apply to the second post.
  const started = step.then(() => startSecond(run))
  const looking = ofNetwork(run, ({ lookUp }) => ({
    lookUp: async (...requested) => {
      await untilSecondIsInFlight(run)
      return lookUp(...requested)
    },
  }))
  const watched = watchSteps(looking, async reached => {
    if (reached !== cell.step) return
    run.isStarted = true
    atStep()
  })
  const publisher = stage.publisher({ networks: watched })
  await releaseDue(publisher, run.first.post.scheduleId, run.first.approved.dueAt)
  await driveOne(stage, publisher, run.first.post.socialId)
  // The first may never have reached the step.
  atStep()
  await started
  const seen = await readSeen(stage, network, before, [])
  const reported = [
    await readReported(stage, run.first.post),
    await readReported(stage, run.second.post),
  ] as const
  const { status, reason } = reported[0]
  return {
    status,
    reason,
    violations: judgeDuplicates([run.first.approved, run.second.approved], seen, reported),
  }
}
