import { setTimeout as sleep } from 'node:timers/promises'
import { line } from '../figures.ts'
import { LARGE, monthAhead, SMALL } from '../fill/month.ts'
import { memoryOf } from '../memory.ts'
import { removeStage, type Stage, signIn, startStage } from '../stage.ts'
import { benchCalendar, calendarPath, fillMonths } from './calendar.ts'
import { benchDrafts } from './drafts.ts'
import { benchLists, findWaitingPost } from './lists.ts'
import { benchMe } from './me.ts'
import { benchThumbnails } from './thumbnails.ts'
import { benchUploads } from './uploads.ts'

const memoryLine = (name: string, stage: Stage, aim?: number): string[] => {
  const used = memoryOf(stage)
  if (!used) return []
  const { galley, database, sandbox } = used
  const more = `Galley ${galley.toFixed(0)}, database ${database.toFixed(0)}; and ${sandbox.toFixed(0)} for the sandbox`
  return [line(name, used.total, ' MB', { more, ...(aim ? { aim: { most: aim } } : {}) })]
}

/** The requests, on a Galley of its own with the demo and months of posts. */
export async function* serverSection({ seconds }: { seconds: number }): AsyncGenerator<string> {
  const first = await startStage()
  yield line('first start, with the demo agency', first.startMs / 1000, ' s')
  await first.stop()
  const stage = await startStage({ dataDir: first.dataDir })
  try {
    yield line('warm start to the first answer', stage.startMs / 1000, ' s', { aim: { most: 5 } })
    await sleep(3000)
    yield* memoryLine('memory, idle', stage)
    const month = monthAhead(new Date())
    const months = await fillMonths(stage, month)
    yield `  (${months.cold.length + 1} months of ${LARGE} posts and one of ${SMALL}, texts of 30 to 1,500 characters)`
    const authorization = `Bearer ${await signIn(stage, 'ada@bluebird.example')}`
    const headers = { authorization, 'accept-encoding': 'br' }
    yield* benchCalendar({ stage, headers, seconds }, months, month)
    yield* benchDrafts(stage, stage.url + calendarPath(1, month), seconds)
    yield* benchThumbnails(stage, seconds)
    yield* benchUploads(stage, stage.url + calendarPath(1, month))
    const postId = await findWaitingPost(stage, months.large)
    yield* benchLists(stage, headers, { projectId: months.large, postId })
    yield* memoryLine('memory after this load', stage, 300)
    // By then the database's connections that nobody needs have ended.
    await sleep(60_000)
    yield* memoryLine('memory a minute later', stage, 300)
    yield* benchMe(stage)
  } finally {
    await stage.stop()
    await removeStage(stage)
  }
}
