import { setTimeout as sleep } from 'node:timers/promises'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { deletePost, savePostSocials } from '#domain/posts/contract.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import type { FaultName } from '#sandbox/platform/model.ts'
import { attemptPublication } from '#server/features/publishing/engine/attempt.ts'
import type { Publisher } from '#server/features/publishing/engine/publisher.ts'
import { releaseSchedule } from '#server/features/publishing/engine/release.ts'
import { createAdapters, type NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import { networkSettings } from '#server/networks/settings.ts'
import type { TestPerson } from './app.ts'
import { buildPerson, nextNumber, type TestProject } from './people.ts'
import { buildPost } from './posts.ts'
import { endWait, onNetwork, type PublishingStage, quickTimings, readOutcome } from './publishing.ts'
import { type Step, watchSteps } from './steps.ts'

/**
 * `dies`: nothing after it runs. `freezes`: it goes on when another worker has finished the publication. `meets its equal`: another post
 * that says the same comes due on the same account (`runEquals`). The others are people.
 */
export const happenings = [
  'dies',
  'freezes',
  'is edited',
  'is deleted',
  'is published twice',
  'meets its equal',
] as const
export type Happening = (typeof happenings)[number] | 'goes on'

/** What the network does: faults of the sandbox, struck in this order. */
export type Trouble = {
  readonly name: string
  readonly faults: readonly {
    fault: FaultName
    times?: number | null
    retry_after?: number
    delay_ms?: number
  }[]
}

export type Cell = {
  readonly network: SocialNetwork
  readonly step: Step
  readonly happening: Happening
  readonly trouble: Trouble
}

export const describeCell = ({ network, step, happening, trouble }: Cell): string =>
  `${network}, ${happening}${happening === 'goes on' ? '' : ` when ${step}`}, ${trouble.name}`

/** How it ended, and what of it must never be. */
export type Ending = {
  readonly status: string
  readonly reason: string | null
  readonly violations: string[]
}

type Run = {
  readonly stage: PublishingStage
  readonly cell: Cell
  readonly text: string
  readonly violations: string[]
  /** Told when the worker is dead or frozen. */
  stopped: () => void
  readonly thaw: Promise<void>
  /** A person's call on the post, made at the step. */
  act: () => Promise<void>
}

const never = () => new Promise<never>(() => undefined)

/** The adapters as they are, stopped at the cell's step the first time it is reached. */
const haunted = (run: Run): NetworkAdapters => {
  const { cell, stage, text, violations } = run
  let isDone = false
  const real = createAdapters(networkSettings(stage.services.config))
  const { send } = real[cell.network]
  const checked: NetworkAdapter = {
    ...real[cell.network],
    send: async delivery => {
      const isThere = (await onNetwork(stage, cell.network, text)).length > 0
      const outcome = await send(delivery)
      if (isThere && outcome.kind !== 'not_sent') violations.push('sent although it was there already')
      return outcome
    },
  }
  return watchSteps({ ...real, [cell.network]: checked }, async step => {
    if (isDone || step !== cell.step) return
    isDone = true
    if (cell.happening === 'dies' || cell.happening === 'freezes') run.stopped()
    if (cell.happening === 'dies') return never()
    return cell.happening === 'freezes' ? run.thaw : run.act()
  })
}

export type DuePost = { readonly postId: number; readonly socialId: number; readonly scheduleId: number }

/** An approved post whose time has come. */
export const openDuePost = async (
  stage: PublishingStage,
  project: TestProject,
  network: SocialNetwork,
  text: string,
  type: 'single_photo' | 'text' = 'single_photo',
): Promise<DuePost> => {
  const media = type === 'text' ? [] : [await stage.photo(project)]
  const socials = [
    { network, message: text, first_comment: `Comment on ${text}`, media, status: 'approved' },
  ] as const
  const { postId, socialIds, scheduleId } = await buildPost(stage.db, project, {
    ...{ type, socials },
    schedule: { date: '2026-01-01', time: '10:00' },
  })
  await stage.db
    .updateTable('schedules')
    .set({ datetime: new Date() })
    .where('id', '=', scheduleId ?? 0)
    .execute()
  return { postId, socialId: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 }
}

/** What a person does to the post while it is on its way. */
const actOn =
  (run: Run, post: DuePost, project: TestProject, admin: TestPerson): (() => Promise<void>) =>
  async () => {
    const { stage, cell } = run
    const answer =
      cell.happening === 'is edited'
        ? await stage.ask(admin, savePostSocials, {
            body: {
              post_id: post.postId,
              project_id: project.projectId,
              post_socials: [{ id: post.socialId, message: `${run.text}, changed` }],
            },
          })
        : cell.happening === 'is deleted'
          ? await stage.ask(admin, deletePost, { params: { postId: post.postId } })
          : await stage.ask(admin, publishPost, { params: { postId: post.postId } })
    if (answer.status !== 200 && answer.code !== 'being_published' && answer.code !== 'already_live')
      run.violations.push(`${cell.happening}: ${answer.status} ${answer.code}`)
    if (answer.status === 200 && cell.happening === 'is published twice')
      run.violations.push('published twice')
    if (answer.status === 200 && (await onNetwork(stage, cell.network, run.text)).length > 0)
      run.violations.push(`${cell.happening} although it was on the network`)
    changed.set(run, answer.status === 200)
  }
/** Runs in which a person's change was accepted. */
const changed = new WeakMap<Run, boolean>()

/** Until it is over and its comment, too. */
export const driveOne = async (
  stage: PublishingStage,
  publisher: Publisher,
  socialId: number,
): Promise<void> => {
  for (let turn = 0; turn < 600; turn++) {
    const { publications } = await readOutcome(stage, socialId)
    const [last] = publications.slice(-1)
    if (!last) return
    const isClosed = ['live', 'failed', 'cancelled'].includes(last.status)
    if (isClosed && last.followUp?.comment !== 'pending') return
    await attemptPublication(publisher, last.id)
    await sleep(20)
    await endWait(stage, last.id)
  }
}

/** Leases run out: whoever held them is taken for dead. */
const expire = async ({ db }: PublishingStage, socialId: number): Promise<void> => {
  const past = new Date(Date.now() - 60_000)
  await db
    .updateTable('publications')
    .set({ lease_until: past })
    .where('post_social_id', '=', socialId)
    .where('lease_until', 'is not', null)
    .execute()
}

/** The lease of a worker that is to be frozen past it. */
const FROZEN_LEASE_MS = 800

/** Publishes one post in which this goes wrong, to its end. */
export const runCell = async (stage: PublishingStage, cell: Cell): Promise<Ending> => {
  const project = await stage.connectedProject()
  const admin = await buildPerson(stage.db, project, 'agency-admin')
  const text = `Cell ${nextNumber()} ${Math.random().toString(36).slice(2)}`
  const post = await openDuePost(stage, project, cell.network, text)
  let thaw = (): void => undefined
  const thawed = new Promise<void>(resolve => {
    thaw = resolve
  })
  const run: Run = {
    ...{ stage, cell, text, violations: [], thaw: thawed },
    stopped: () => undefined,
    act: async () => undefined,
  }
  run.act = actOn(run, post, project, admin)
  const stopped = new Promise<void>(resolve => {
    run.stopped = resolve
  })
  for (const fault of cell.trouble.faults) await stage.sandbox.fault({ network: cell.network, ...fault })
  const leaseMs = cell.happening === 'freezes' ? FROZEN_LEASE_MS : quickTimings.leaseMs
  const first = stage.publisher({ networks: haunted(run), timings: { ...quickTimings, leaseMs } })
  await releaseSchedule(first, post.scheduleId)
  const driven = driveOne(stage, first, post.socialId)
  const isStopped = await Promise.race([driven.then(() => false), stopped.then(() => true)])
  if (isStopped) {
    await expire(stage, post.socialId)
    await driveOne(stage, stage.publisher(), post.socialId)
    if (cell.happening === 'dies') return judge(run, post)
    // As after a real freeze, its lease is over by its own watch, too.
    await sleep(FROZEN_LEASE_MS)
    thaw()
    await driven
  }
  return judge(run, post)
}

const judge = async (run: Run, { socialId }: DuePost): Promise<Ending> => {
  const { stage, cell, text, violations } = run
  const { social, publications } = await readOutcome(stage, socialId)
  const found = [
    ...(await onNetwork(stage, cell.network, text)),
    ...(await onNetwork(stage, cell.network, `${text}, changed`)),
  ]
  const { status, failure_reason: reason } = social
  const [only] = found
  if (found.length > 1) violations.push(`${found.length} times on the network`)
  if (status === 'on_publishing') violations.push('still on its way')
  if (status === 'live' && (found.length !== 1 || (social.external_id ?? only?.id) !== only?.id))
    violations.push('live, but not there with that id')
  if (status !== 'live' && reason !== 'unconfirmed' && found.length > 0)
    violations.push(`there, but ${status} ${reason}`)
  if (status === 'publishing_failed' && reason === null) violations.push('failed without a reason')
  const isBlind = cell.trouble.faults.some(({ fault }) => fault === 'readback_down')
  // Sent once more and not to be found either: that is for a person to settle.
  const isResent = publications.some(one => one.resends > 0)
  if (reason === 'unconfirmed' && !isBlind && !isResent)
    violations.push('unconfirmed although the account could be read')
  if (changed.get(run) && only?.text === text) violations.push('went out as it was before the change')
  if ((only?.comments.length ?? 0) > 1) violations.push('commented twice')
  if (publications.filter(one => one.status === 'live').length > 1) violations.push('live twice')
  return { status, reason, violations }
}

/** What networks do: the first is nothing. `blind` ones can end unconfirmed. */
export const troubles: readonly Trouble[] = [
  { name: 'the network is well', faults: [] },
  { name: 'error before it is accepted', faults: [{ fault: 'error_before' }] },
  { name: 'error after it is accepted', faults: [{ fault: 'error_after' }] },
  { name: 'answer lost', faults: [{ fault: 'lost_answer' }] },
  { name: 'answer unreadable', faults: [{ fault: 'malformed' }] },
  {
    name: 'answer lost, account unreadable for two thirds of the time',
    faults: [{ fault: 'lost_answer' }, { fault: 'readback_down', times: 6 }],
  },
  {
    name: 'answer lost, account unreadable for ever',
    faults: [{ fault: 'lost_answer' }, { fault: 'readback_down', times: null }],
  },
  { name: 'limit with a time', faults: [{ fault: 'rate_limited', retry_after: 0 }] },
  { name: 'limit without a time', faults: [{ fault: 'rate_limited' }] },
  { name: 'access revoked', faults: [{ fault: 'revoked' }] },
  { name: 'access expired', faults: [{ fault: 'expired' }] },
  { name: 'upload fails once', faults: [{ fault: 'prepare_error' }] },
  { name: 'comment refused', faults: [{ fault: 'comment_refused' }] },
  { name: 'address not to be read', faults: [{ fault: 'permalink_down' }] },
  { name: 'slow', faults: [{ fault: 'slow', delay_ms: 30 }] },
]
