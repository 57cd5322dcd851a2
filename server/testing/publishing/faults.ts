import { setTimeout as sleep } from 'node:timers/promises'
import { type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { deletePost, savePostSocials } from '#domain/posts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { publishPost } from '#domain/publishing/contract.ts'
import type { FailureReason } from '#domain/publishing/status.ts'
import { attemptPublication } from '#server/features/publishing/engine/attempt.ts'
import type { Publisher } from '#server/features/publishing/engine/publisher.ts'
import { releaseSchedule } from '#server/features/publishing/engine/release.ts'
import { createAdapters, type NetworkAdapters } from '#server/networks/adapters.ts'
import { networkSettings } from '#server/networks/settings.ts'
import {
  type ApprovedPost,
  type BuiltPost,
  buildApprovedPost,
  type DuePost,
  someWords,
} from '../approvals/approved.ts'
import { buildPerson, type TestProject } from '../people.ts'
import { judgePost, type Reported } from './oracle.ts'
import {
  endLookUps,
  endWait,
  type PublishingStage,
  patientTimings,
  quickTimings,
  readOutcome,
  type TestAccounts,
} from './publishing.ts'
import { keepSends, readBefore, readSeen } from './seen.ts'
import { type Step, steps, watchSteps } from './steps.ts'
import { lateTrouble, type Trouble } from './troubles.ts'

/**
 * `dies`: nothing after the step runs. `freezes`: the worker continues after another one has finished the publication. `meets another
 * worker`: another worker tries to take over the publication while the first has its lease. `meets a duplicate`: another post with the
 * same content comes due on the same account (`runDuplicates`). `is not approved`: the post comes due without approval. `changes
 * unseen`: its text changes in the database, unnoticed by the code that withdraws a changed post. In the others a person acts: one who
 * may approve what they write, or one who may not.
 */
export const happenings = [
  'dies',
  'freezes',
  'meets another worker',
  'is edited',
  'is edited without approval',
  'is deleted',
  'is published twice',
  'meets a duplicate',
  'is not approved',
  'changes unseen',
] as const
export type Happening = (typeof happenings)[number] | 'goes on'

export type Cell = {
  readonly network: SocialNetwork
  readonly type: PostType
  /** Of a single video: higher than wide. */
  readonly isUpright?: boolean
  /** The index of the account on the network. */
  readonly account: number
  readonly step: Step
  readonly happening: Happening
  readonly trouble: Trouble
}

export const describeCell = ({ network, type, isUpright, step, happening, trouble }: Cell): string =>
  `${network}, ${isUpright ? 'upright ' : ''}${type}, ${happening}${happening === 'goes on' ? '' : ` when ${step}`}, ${trouble.name}`

/** How it ended, and which rules it broke. */
export type Ending = {
  readonly status: string
  readonly reason: string | null
  readonly violations: string[]
}

type Run = {
  readonly stage: PublishingStage
  readonly cell: Cell
  readonly project: TestProject
  readonly built: BuiltPost
  readonly violations: string[]
  readonly sends: Date[]
  /** Called when the worker is dead or frozen. */
  stopped: () => void
  readonly thaw: Promise<void>
  /** What may be on the network; null: nothing. */
  approved: ApprovedPost | null
  /** Its text was changed without the product noticing. */
  isChangedUnseen: boolean
}

const never = () => new Promise<never>(() => undefined)

const adaptersOf = ({ stage, cell, sends }: Run): NetworkAdapters =>
  keepSends(createAdapters(networkSettings(stage.services.config)), cell.network, sends)

/** A worker without faults. */
const anotherWorker = (run: Run): Publisher => run.stage.publisher({ networks: adaptersOf(run) })

/** The adapters, except that the cell's happening is triggered the first time its step is reached. */
const withHappening = (run: Run): NetworkAdapters => {
  const { cell } = run
  let isDone = false
  return watchSteps(adaptersOf(run), async step => {
    if (isDone || step !== cell.step) return
    isDone = true
    if (cell.happening === 'dies' || cell.happening === 'freezes') run.stopped()
    if (cell.happening === 'dies') return never()
    return cell.happening === 'freezes' ? run.thaw : act(run)
  })
}

const editPost = async (run: Run, role: 'agency-admin' | 'content-creator', message: string) =>
  run.stage.ask(await buildPerson(run.stage.db, run.project, role), savePostSocials, {
    body: {
      post_id: run.built.post.postId,
      project_id: run.project.projectId,
      post_socials: [{ id: run.built.post.socialId, message }],
    },
  })

const askAdmin = async ({ stage, project, built }: Run, what: typeof deletePost | typeof publishPost) =>
  stage.ask(await buildPerson(stage.db, project, 'agency-admin'), what, {
    params: { postId: built.post.postId },
  })

/** Whether a person's call was accepted. It may be refused because the post is being published or already live. */
const isAccepted = (run: Run, { status, code }: { status: number; code?: string | null }): boolean => {
  const isRefusal = code === 'being_published' || code === 'already_live'
  if (status !== 200 && !isRefusal) run.violations.push(`${run.cell.happening}: ${status} ${code}`)
  return status === 200
}

const beforeSending: readonly Step[] = ['claimed', 'uploaded', 'id_kept']

/** Only before sending: later, the approved text is already on its way. */
const changeUnseen = async (run: Run): Promise<void> => {
  if (!beforeSending.includes(run.cell.step)) return
  await run.stage.db
    .updateTable('post_socials')
    .set({ message: 'Changed unseen' })
    .where('id', '=', run.built.post.socialId)
    .execute()
  run.approved = null
  run.isChangedUnseen = true
}

/** Enough turns for a lost answer to be looked up and sent again. */
const RIVAL_TURNS = 15

/** Carries out what happens at the step. */
const act = async (run: Run): Promise<void> => {
  const { stage, cell, built } = run
  const words = `Changed: ${someWords()}`
  switch (cell.happening) {
    case 'is edited':
      if (isAccepted(run, await editPost(run, 'agency-admin', words))) run.approved = built.reworded(words)
      return
    case 'is edited without approval':
      if (isAccepted(run, await editPost(run, 'content-creator', words))) run.approved = null
      return
    case 'is deleted':
      if (isAccepted(run, await askAdmin(run, deletePost))) run.approved = null
      return
    case 'is published twice':
      if (isAccepted(run, await askAdmin(run, publishPost))) run.violations.push('published twice')
      return
    case 'changes unseen':
      return changeUnseen(run)
    case 'meets another worker':
      return driveOne(stage, anotherWorker(run), built.post.socialId, RIVAL_TURNS)
    default:
      return
  }
}

/** Attempts the publication until it has ended, including its comment. */
export const driveOne = async (
  stage: PublishingStage,
  publisher: Publisher,
  socialId: number,
  turns = 600,
): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) {
    const { publications } = await readOutcome(stage, socialId)
    const [last] = publications.slice(-1)
    if (!last) return
    const isClosed = ['live', 'failed', 'cancelled'].includes(last.status)
    if (isClosed && last.followUp?.comment !== 'pending') return
    await attemptPublication(publisher, last.id)
    await sleep(20)
    await endWait(stage, last.id)
    await endLookUps(stage, last.id, turn)
  }
}

/** Expires the leases, as if their workers were dead. */
const expire = async ({ db }: PublishingStage, socialId: number): Promise<void> => {
  const past = new Date(Date.now() - 60_000)
  await db
    .updateTable('publications')
    .set({ lease_until: past })
    .where('post_social_id', '=', socialId)
    .where('lease_until', 'is not', null)
    .execute()
}

/** The lease of a worker that will be frozen for longer than that. */
const FROZEN_LEASE_MS = 800

/** The accounts, one for each network, of a cell's project. */
export const accountsOf = ({ sandbox }: PublishingStage, { account }: Cell): TestAccounts =>
  Object.fromEntries(
    socialNetworks.map(network => {
      const all = sandbox.accountsOf(network)
      return [network, all[account % all.length]]
    }),
  ) as TestAccounts

/** Releases a schedule at its time. Earlier calls must not release it. */
export const releaseDue = async (publisher: Publisher, scheduleId: number, dueAt: Date): Promise<void> => {
  while (!(await releaseSchedule(publisher, scheduleId)))
    await sleep(Math.max(dueAt.getTime() - Date.now(), 5))
}

const unapproved = [
  'draft',
  'pending_internal_approval',
  'pending_external_approval',
  'requires_revision',
  'unapproved',
] as const

const statusOf = ({ happening, step }: Cell): PostSocialStatus =>
  happening === 'is not approved'
    ? (unapproved[steps.indexOf(step) % unapproved.length] ?? 'draft')
    : 'approved'

/** What people do to the whole post. It then has no other version, which their calls would affect as well. */
const humanHappenings: readonly Happening[] = [
  'is edited',
  'is edited without approval',
  'is deleted',
  'is published twice',
]

const beginRun = async (stage: PublishingStage, cell: Cell, thaw: Promise<void>): Promise<Run> => {
  const { network, type, happening } = cell
  const accounts = accountsOf(stage, cell)
  const project = await stage.connectedProject({}, accounts)
  const built = await buildApprovedPost(stage, project, {
    network,
    type,
    isUpright: cell.isUpright ?? false,
    accountId: accounts[network].externalId,
    status: statusOf(cell),
    hasOtherVersion: !humanHappenings.includes(happening),
  })
  return {
    stage,
    cell,
    project,
    built,
    thaw,
    violations: [],
    sends: [],
    isChangedUnseen: false,
    approved: happening === 'is not approved' ? null : built.approved,
    stopped: () => undefined,
  }
}

/** A type that Galley does not publish automatically is now waiting for a person. */
const publishByHand = async (run: Run): Promise<void> => {
  const { social } = await readOutcome(run.stage, run.built.post.socialId)
  if (social.status !== 'pending_publish') return
  const { status, code } = await askAdmin(run, publishPost)
  // What somebody deleted in the meantime is not there to be published.
  const isGone = run.cell.happening === 'is deleted' && code === 'post_not_found'
  if (status !== 200 && !isGone) run.violations.push(`not published by hand: ${status} ${code}`)
}

/** Publishes one post with this cell's happening and trouble, until it has ended. */
export const runCell = async (stage: PublishingStage, cell: Cell): Promise<Ending> => {
  const { network, happening, trouble } = cell
  const before = await readBefore(stage, network)
  let thaw = (): void => undefined
  const thawed = new Promise<void>(resolve => {
    thaw = resolve
  })
  const run = await beginRun(stage, cell, thawed)
  const { post, approved } = run.built
  const stopped = new Promise<void>(resolve => {
    run.stopped = resolve
  })
  for (const fault of trouble.faults) await stage.sandbox.fault({ network, ...fault })
  const timings = {
    ...(trouble === lateTrouble ? patientTimings : quickTimings),
    ...(happening === 'freezes' && { leaseMs: FROZEN_LEASE_MS }),
  }
  const first = stage.publisher({ networks: withHappening(run), timings })
  await releaseDue(first, post.scheduleId, approved.dueAt)
  await publishByHand(run)
  const driven = driveOne(stage, first, post.socialId)
  const isStopped = await Promise.race([driven.then(() => false), stopped.then(() => true)])
  if (isStopped) {
    await expire(stage, post.socialId)
    await driveOne(stage, anotherWorker(run), post.socialId)
    if (happening === 'freezes') {
      // As after a real freeze, the worker's lease must have expired by its own clock as well.
      await sleep(FROZEN_LEASE_MS)
      thaw()
      await driven
    }
  }
  if (humanHappenings.includes(happening)) {
    // What was withdrawn is released again, as the worker does in its next sweep.
    await releaseSchedule(first, post.scheduleId)
    await publishByHand(run)
    await driveOne(stage, anotherWorker(run), post.socialId)
  }
  const seen = await readSeen(stage, network, before, run.sends)
  const reported = await readReported(stage, post)
  const violations = judgePost(run.approved ?? approved, seen, reported, {
    mayGoOut: run.approved !== null,
    isChangedUnseen: run.isChangedUnseen,
    isAnswerLost: isStopped,
  })
  return { status: reported.status, reason: reported.reason, violations: [...run.violations, ...violations] }
}

/** What the product reports about a post. */
export const readReported = async (stage: PublishingStage, { socialId }: DuePost): Promise<Reported> => {
  const { social, publications } = await readOutcome(stage, socialId)
  return {
    status: social.status,
    reason: social.failure_reason as FailureReason | null,
    externalId: social.external_id,
    comment: social.first_comment_status,
    liveIds: publications.flatMap(({ status, external_id }) => (status === 'live' ? [external_id] : [])),
  }
}
