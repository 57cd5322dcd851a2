import { listApproved, listPendingApproval } from '#domain/approvals/contract.ts'
import { listContent } from '#domain/content/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { searchPosts } from '#domain/posts/contract.ts'
import { listAbandoned } from '#server/features/posts/deletion/purge-abandoned-drafts.ts'
import { listCandidates, listDueInTurns, readNextDueMs } from '#server/features/publishing/engine/due.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type Aim, digits, line, median, runsLine } from '../figures.ts'
import { LARGE, type Month, monthAhead } from '../fill/month.ts'
import { askOk } from '../load.ts'
import { calendarPath } from '../server/calendar.ts'
import { fillHistory } from './fill.ts'
import { benchImport } from './importing.ts'
import { openSeat, type Seat } from './stands.ts'

type Work = { readonly name: string; readonly aim?: Aim; readonly run: (seat: Seat) => Promise<unknown> }

const WEEK_MS = 7 * 24 * 3_600_000
/** As many schedules and publications as the worker asks for at once. */
const TAKEN = 400

const inDatabase = (name: string, run: (db: Db) => Promise<unknown>, most: number): Work => ({
  name,
  aim: { most },
  run: ({ stand }) => run(stand.db),
})

const overHttp = (name: string, path: (seat: Seat) => string, aim?: Aim): Work => ({
  name,
  ...(aim ? { aim } : {}),
  run: seat => askOk({ url: seat.url + path(seat), headers: seat.headers }),
})

const timings = { windowMs: 3_600_000, giveUpAfterMs: 86_400_000 }

/** Both stand in the texts of every project. */
const WORD = 'harbour'
const SENTENCE = 'the first flat white tastes best when shared'

const worksOf = (month: Month): Work[] => {
  const list = (days: { start: string; end: string }) => (seat: Seat) =>
    `/api/posts/${seat.projectId}/${days.start}/${days.end}`
  const content = (query: string) => (seat: Seat) =>
    `/api${listContent.path.replace('{projectId}', String(seat.projectId))}?${query}`
  const search = (words: string) => (seat: Seat) =>
    `/api${searchPosts.path}?first=${seat.projectId}&q=${encodeURIComponent(words)}`
  const approvals = (path: string) => (seat: Seat) =>
    `/api${path.replace('{projectId}', String(seat.projectId))}`
  return [
    inDatabase(
      'due query, each second',
      db => listDueInTurns(db, new Date(), { limit: TAKEN, isBilled: true }),
      5,
    ),
    inDatabase('when something is due next', readNextDueMs, 5),
    inDatabase(
      'publications to attempt, each second',
      db => listCandidates(db, { now: new Date(), limit: TAKEN, perAccount: 5, timings }),
      5,
    ),
    inDatabase('draft sweep', db => listAbandoned(db, new Date(Date.now() - WEEK_MS), 100), 50),
    overHttp(
      'list of posts, a week (content list, grid)',
      list({ start: month.start, end: addDays(month.start, 6) }),
      { most: 20 },
    ),
    overHttp('list of posts, a month of no posts', list({ start: '2020-01-01', end: '2020-01-31' }), {
      most: 20,
    }),
    overHttp(
      'content list, a week with its first rows',
      content(`start=${month.start}&end=${addDays(month.start, 6)}&rows=40`),
      { most: 20 },
    ),
    overHttp(`content list, all ${LARGE} and more as ids`, content('span=all'), { most: 20 }),
    overHttp('search, a word in every project of the person', search(WORD), { most: 100 }),
    overHttp('search, a sentence', search(SENTENCE), { most: 100 }),
    overHttp('content list, found by a word', content(`span=all&q=${WORD}`), { most: 100 }),
    overHttp('approval list, 375 wait', approvals(listPendingApproval.path)),
    overHttp('approval list, 750 approved', approvals(listApproved.path)),
    overHttp(`calendar, month of ${LARGE}`, ({ projectId }) => calendarPath(projectId, month)),
  ]
}

const ROUNDS = 15

/** In turns on both, so that whatever else the machine does meets both. The first of each warms the caches. */
async function* compare(fresh: Seat, full: Seat, month: Month): AsyncGenerator<string> {
  for (const { name, aim, run } of worksOf(month)) {
    const times = { fresh: [] as number[], full: [] as number[] }
    for (let round = 0; round <= ROUNDS; round++)
      for (const [seat, all] of [
        [fresh, times.fresh],
        [full, times.full],
      ] as const) {
        const begun = performance.now()
        await run(seat)
        if (round > 0) all.push(performance.now() - begun)
      }
    const [few, many] = [median(times.fresh), median(times.full)]
    yield runsLine(name, times.full, ' ms', {
      ...(aim ? { aim } : {}),
      more: `fresh ${digits(few)} ms, ${digits(many / few)}×`,
    })
  }
}

/** What years of posts of other agencies cost: the same work on a full database and on a fresh one. */
export async function* historySection({ posts }: { posts: number }): AsyncGenerator<string> {
  const month = monthAhead(new Date())
  const begun = performance.now()
  const full = await openSeat(month, client => fillHistory(client, posts))
  try {
    yield line(`filled with ${posts.toLocaleString('en')} posts`, (performance.now() - begun) / 1000, ' s')
    const fresh = await openSeat(month)
    try {
      yield* compare(fresh, full, month)
      yield* benchImport(fresh, full)
    } finally {
      await fresh.stand.close()
    }
  } finally {
    await full.stand.close()
  }
}
