import { setTimeout as sleep } from 'node:timers/promises'
import { getMe } from '#domain/accounts/contract.ts'
import { buildPages } from '../browser/windows.ts'
import type { Call } from '../connection.ts'
import { digits, line, median, quantile } from '../figures.ts'
import { fillMonth, LARGE, type Month, monthAhead } from '../fill/month.ts'
import { askOk, timesOf } from '../load.ts'
import { calendarPath } from '../server/calendar.ts'
import { removeStage, type Stage, signIn, startStage, withDatabase } from '../stage.ts'
import { forPosts, watchPage } from './page-reads.ts'
import { askAll, openViewer, type ReadsOf, type Viewer } from './viewer.ts'

const VIEWERS = 20
const WRITE_EVERY_MS = 1000
const ASK_EVERY_MS = 250
/** At most this many times as slow as idle. */
const SLOWER_AIM = 1.2

type Times = { readonly month: number[]; readonly me: number[]; readonly writes: number[] }
type Draft = { id: string; post_id: string; date: string; time: string }

/** What is called during a phase, no matter how many people watch. */
type Calls = { readonly month: Call; readonly me: Call; readonly write: (n: number) => Call }

/** Between half and one and a half of the pace, evenly, so that writes and reads meet in every way. */
const uneven = (everyMs: number, n: number): number => everyMs * (0.5 + ((n * 0.618) % 1))

/** Does the work at this pace until the phase is over; slow answers do not slow the pace down. */
const atPace = async (
  everyMs: number,
  until: number,
  work: (n: number) => Promise<{ ms: number }>,
): Promise<number[]> => {
  const answers: Promise<{ ms: number }>[] = []
  for (let n = 0; performance.now() < until; n++) {
    answers.push(work(n))
    await sleep(uneven(everyMs, n))
  }
  return (await Promise.all(answers)).map(({ ms }) => ms)
}

const runPhase = async (
  calls: Calls,
  seconds: number,
  doing: { reads: boolean; writes: boolean },
): Promise<Times> => {
  const until = performance.now() + seconds * 1000
  const [month, me, writes] = await Promise.all([
    doing.reads ? atPace(2 * WRITE_EVERY_MS, until, () => askOk(calls.month)) : [],
    doing.reads ? atPace(ASK_EVERY_MS, until, () => askOk(calls.me)) : [],
    doing.writes ? atPace(WRITE_EVERY_MS, until, n => askOk(calls.write(n))) : [],
  ])
  return { month, me, writes }
}

/** What the calendar's page asks for when posts have changed, as it was seen when one was written. */
const readingOf = (
  { url, headers }: Pick<Scene, 'url' | 'headers'>,
  watched: number,
  paths: readonly string[],
): ReadsOf => {
  if (paths.length === 0) throw new Error('the page read nothing after an event')
  return postIds => paths.map(path => ({ url: url + (forPosts(path, watched, postIds) ?? path), headers }))
}

const listDrafts = async (stage: Stage, projectId: number, month: Month): Promise<Draft[]> => {
  const { rows } = await withDatabase(stage, client =>
    client.query<Draft>(
      `select s.id, s.post_id, s.date::text, left(s.time::text, 5) as time from schedules s
       where s.project_id = $1 and s.date between $2 and $3 and not exists (
         select 1 from post_socials x where x.post_id = s.post_id and x.status <> 'draft') order by s.id limit 50`,
      [projectId, month.start, month.end],
    ),
  )
  return rows
}

/** Moves the n-th draft, beginning again after the last, to another minute of its hour. */
const moveOf = (
  { url }: Stage,
  drafts: readonly Draft[],
  headers: Record<string, string>,
  n: number,
): Call => {
  const draft = drafts[n % drafts.length]
  if (!draft) throw new Error('the month has no drafts')
  const [hour = '09', minute = '00'] = draft.time.split(':')
  const other = (Number(minute) + 1 + Math.floor(n / drafts.length)) % 60
  return {
    url: `${url}/api/posts/schedules/${draft.id}`,
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      date: draft.date,
      time: `${hour}:${String(other).padStart(2, '0')}`,
      is_autoposting: false,
    }),
  }
}

const slower = (
  name: string,
  idle: readonly number[],
  during: readonly number[],
  { share, aim }: { share: number; aim?: number },
): string => {
  const ratio = quantile(during, share) / quantile(idle, share)
  const more = `p${share * 100} ${digits(quantile(idle, share))} → ${digits(quantile(during, share))} ms (${during.length})`
  return line(name, ratio, '×', { ...(aim === undefined ? {} : { aim: { most: aim } }), more })
}

type Scene = {
  readonly url: string
  readonly headers: Record<string, string>
  readonly projectId: number
  readonly calls: Calls
  readonly readsOf: ReadsOf
  /** These calls for one post. */
  readonly someReads: readonly Call[]
  /** What the page requested after one event. */
  readonly paths: readonly string[]
}

const setScene = async (stage: Stage): Promise<Scene> => {
  const month = monthAhead(new Date())
  const projectId = await withDatabase(stage, client => fillMonth(client, month))
  const token = await signIn(stage, 'ada@bluebird.example')
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
  const calendar: Call = { url: stage.url + calendarPath(projectId, month), headers }
  const drafts = await listDrafts(stage, projectId, month)
  const calls: Calls = {
    month: calendar,
    me: { url: `${stage.url}/api${getMe.path}`, headers },
    write: n => moveOf(stage, drafts, headers, n),
  }
  // New code is compiled on its first calls.
  for (const call of [calendar, calls.me, calls.write(0)]) await timesOf(call, 10)
  const address = `${stage.url}/${projectId}/calendar?date=${month.start.slice(0, 8)}15`
  const paths = await watchPage({ address, token }, calls.write(1))
  const readsOf = readingOf({ url: stage.url, headers }, Number(drafts[1]?.post_id), paths)
  const someReads = readsOf([Number(drafts[1]?.post_id)])
  return { url: stage.url, headers, projectId, calls, readsOf, someReads, paths }
}

const watch = async ({ url, headers, projectId, calls, readsOf }: Scene, seconds: number) => {
  const viewers: Viewer[] = []
  try {
    for (let n = 0; n < VIEWERS; n++) viewers.push(await openViewer({ url, headers }, projectId, readsOf))
    const times = await runPhase(calls, seconds, { reads: true, writes: true })
    await sleep(500)
    return {
      times,
      reads: viewers.flatMap(viewer => viewer.reads),
      shown: viewers.flatMap(viewer => viewer.shown),
    }
  } finally {
    for (const viewer of viewers) await viewer.stop()
  }
}

/** Twenty people look at the month of 1,500 while somebody writes once a second, against the same calls while nothing happens. */
export async function* burstSection({ seconds }: { seconds: number }): AsyncGenerator<string> {
  buildPages()
  const stage = await startStage()
  try {
    const scene = await setScene(stage)
    const { calls, paths } = scene
    const alone: number[] = []
    for (let n = 0; n < 30; n++) alone.push(await askAll(scene.someReads))
    const idle = await runPhase(calls, seconds, { reads: true, writes: false })
    const unwatched = await runPhase(calls, seconds, { reads: false, writes: true })
    const { times, reads, shown } = await watch(scene, 2 * seconds)
    yield `  (after an event the page asks for ${paths.join(' and ')}; ${reads.length} times for ${times.writes.length} writes)`
    // All of them ask in the same moment, and one alone does not: for this one the time until it is shown counts.
    yield slower('what a viewer reads after an event', alone, reads, { share: 0.5 })
    yield slower('write', unwatched.writes, times.writes, { share: 0.5, aim: SLOWER_AIM })
    yield slower(`month of ${LARGE}, opened by somebody else`, idle.month, times.month, {
      share: 0.5,
      aim: SLOWER_AIM,
    })
    yield slower('me', idle.me, times.me, { share: 0.5, aim: SLOWER_AIM })
    // Some of these meet the moment in which twenty pages ask at once.
    yield slower('me, the slowest of twenty', idle.me, times.me, { share: 0.95 })
    yield line('from the event to what it is about, p50', median(shown), ' ms', {
      aim: { most: 1000 },
      more: `p99 ${digits(quantile(shown, 0.99))} ms, 120 ms of it to gather events`,
    })
  } finally {
    await stage.stop()
    await removeStage(stage)
  }
}
