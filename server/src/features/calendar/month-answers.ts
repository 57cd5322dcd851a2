import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type * as contract from '#domain/calendar/contract.ts'
import { instantsOf } from '#domain/calendar/range.ts'
import type { Input } from '#domain/kernel/endpoint.ts'
import { selectDayLabelsIn, toWireLabel } from '#server/features/labels/day-labels.ts'
import { cardsAt, readCards, unchangedAround } from '#server/features/posts/cards.ts'
import { audienceOf, listScheduled, revisionsIn } from '#server/features/posts/summaries.ts'
import { selectProjectSocials, toProjectSocial } from '#server/features/social-accounts/connected-accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { EventHub } from '#server/platform/events/hub.ts'
import { ReadyAnswer } from '#server/platform/http/answers/ready-answer.ts'
import type { Services } from '#server/platform/http/route.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { RecentValues } from '#server/platform/recent-values.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

type Params = Input<typeof contract.getCalendar>['params']
type View = { readonly db: Db; readonly scope: ProjectScope; readonly now: Date }

/** An answer and all that it was made from: it is sent again as long as both are the same. */
type Kept = {
  /** Everything but the posts, and what stands for the posts. */
  readonly state: string
  readonly from: number
  readonly until: number
  readonly answer: ReadyAnswer
}

/** In bytes: some thirty months of 1,500 posts. */
const BYTES_MAX = 24_000_000
/** An answer with its compressed forms, as a multiple of its body. */
const SIZE_WITH_ENCODINGS = 1.3
/** What an answer takes besides its texts: most of what many empty ranges take. */
const OVERHEAD = 3_000

/** Who last requested a range, and when. */
type Requested = { readonly params: Params; readonly scope: ProjectScope; readonly at: number }
/** In ranges. */
const ASKED_MAX = 100

const keptAnswers = oncePer((_db: Db) => ({
  recent: new RecentValues<Kept>(BYTES_MAX),
  /** Answers that are being made: people who ask for the same at the same moment, as after an event, wait for one. */
  inProgress: new Map<string, Promise<Kept>>(),
  requested: new RecentValues<Requested>(ASKED_MAX),
}))

const keyOf = ({ start, end }: Params, scope: ProjectScope): string =>
  `${scope.projectId} ${audienceOf(scope)} ${start} ${end}`

/** The answer as it is now: the last one if nothing has changed since. */
const readAnswer = async (params: Params, view: View): Promise<ReadyAnswer> => {
  const { db, scope } = view
  const { recent, inProgress } = keptAnswers(db)
  const key = keyOf(params, scope)
  const surroundings = await readSurroundings(params, view)
  const state = JSON.stringify(surroundings)
  const now = view.now.getTime()
  const isCurrent = (one: Kept) => one.state === state && one.from < now && now <= one.until
  const kept = recent.get(key)
  if (kept && isCurrent(kept)) return kept.answer
  const name = `${key} ${state}`
  const making = inProgress.get(name) ?? make(params, view, surroundings)
  inProgress.set(name, making)
  try {
    const shared = await making
    // Someone who loaded it a moment earlier may have seen a post that is overdue by now.
    const fresh = isCurrent(shared) ? shared : await make(params, view, surroundings)
    recent.set(key, fresh, sizeOf(fresh))
    return fresh.answer
  } finally {
    inProgress.delete(name)
  }
}

/**
 * Everything the calendar shows of these days. One statement reads what has changed; if that is nothing, the bytes of the last answer are
 * sent again (decision 73).
 */
export const readMonth = (params: Params, view: View): Promise<ReadyAnswer> => {
  const { db, scope, now } = view
  keptAnswers(db).requested.set(keyOf(params, scope), { params, scope, at: now.getTime() }, 1)
  return readAnswer(params, view)
}

/** In ranges. */
const INSTANTS_MAX = 1000
const knownInstants = new RecentValues<ReturnType<typeof instantsOf>>(INSTANTS_MAX)

/** Computing them takes a twentieth of an answer that is ready. */
const instantsIn = (params: Params, timezone: string): ReturnType<typeof instantsOf> => {
  const key = `${params.start} ${params.end} ${timezone}`
  const instants = knownInstants.get(key) ?? instantsOf(params, timezone)
  knownInstants.set(key, instants, 1)
  return instants
}

const sizeOf = ({ answer, state }: Kept): number =>
  answer.body.length * SIZE_WITH_ENCODINGS + state.length + OVERHEAD

/** What is beside the posts, and the number that stands for them. */
const readSurroundings = async (params: Params, { db, scope }: View) => {
  const { projectId, projectName, timezone } = scope
  const read = await db
    .selectNoFrom([
      sql<string>`${revisionsIn(projectId, instantsIn(params, timezone))}`.as('revisions'),
      jsonArrayFrom(selectProjectSocials(db, scope)).as('socials'),
      jsonArrayFrom(selectDayLabelsIn(db, scope, params)).as('labels'),
    ])
    .modifyFront(prepared)
    .executeTakeFirstOrThrow()
  const project = { id: projectId, name: projectName, timezone, socials: read.socials.map(toProjectSocial) }
  return { revisions: read.revisions, project, day_labels: read.labels.map(toWireLabel) }
}

/** The posts are read after the number that stands for them, so that they are never older than it. */
const make = async (
  params: Params,
  { db, scope, now }: View,
  surroundings: Awaited<ReturnType<typeof readSurroundings>>,
): Promise<Kept> => {
  const { project, day_labels } = surroundings
  const scheduled = await listScheduled(db, scope.projectId, instantsIn(params, scope.timezone))
  const cards = await readCards(db, scope, scheduled)
  const json = `{"data":{"project":${JSON.stringify(project)},"post_schedules":[${cardsAt(cards, now)}],"day_labels":${JSON.stringify(day_labels)}}}`
  return {
    state: JSON.stringify(surroundings),
    ...unchangedAround(cards, now),
    answer: new ReadyAnswer(json),
  }
}

/** In milliseconds: for how long after a request a change makes the answer again ahead of the next one. */
const ASKED_WITHIN = 10_000
/** In milliseconds: changes come in groups, such as the versions of one post. */
const SOON = 10
/** In milliseconds: a range is made again no oftener than this; what changes in between is gathered. */
const GATHER = 200

/**
 * After a change, makes again what people have just requested, so that the next one does not wait for it. Only what was requested in
 * the last seconds: who has a calendar open reads single cards.
 */
export const keepMonthsReady = (
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  hub: Pick<EventHub, 'onEvent'>,
): (() => void) => {
  const { requested } = keptAnswers(db)
  const waiting = new Map<string, NodeJS.Timeout>()
  /** When each range was last made again. */
  const made = new RecentValues<number>(ASKED_MAX)
  const makeAgain = async (key: string, { params, scope }: Requested) => {
    waiting.delete(key)
    made.set(key, clock.now().getTime(), 1)
    try {
      await (await readAnswer(params, { db, scope, now: clock.now() })).encoded('br')
    } catch (error) {
      log.warn({ error }, 'a month could not be made ready')
    }
  }
  const stop = hub.onEvent(({ project_id: projectId }) => {
    const now = clock.now().getTime()
    for (const [key, one] of requested.entries()) {
      const isWanted = one.scope.projectId === projectId && now - one.at < ASKED_WITHIN
      if (!isWanted || waiting.has(key)) continue
      const delay = Math.max(SOON, (made.get(key) ?? 0) + GATHER - now)
      waiting.set(
        key,
        setTimeout(() => void makeAgain(key, one), delay),
      )
    }
  })
  return () => {
    stop()
    for (const timer of waiting.values()) clearTimeout(timer)
  }
}
