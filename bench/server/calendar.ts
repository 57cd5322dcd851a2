import type { Call } from '../connection.ts'
import { line, runsLine } from '../figures.ts'
import { fillMonth, LARGE, type Month, SMALL } from '../fill/month.ts'
import { type Answer, askOk, describeRatios, describeRounds, interleave, ratiosOf, timesOf } from '../load.ts'
import { type Stage, withDatabase } from '../stage.ts'
import { type Floors, startFloors, textOf } from './floors.ts'

/** Months that nobody has asked for in this process: each can be read once before anything about it is in memory. */
const COLD = 5

export type Months = { readonly large: number; readonly small: number; readonly cold: readonly number[] }

export const fillMonths = (stage: Stage, month: Month): Promise<Months> =>
  withDatabase(stage, async client => {
    const large = await fillMonth(client, month)
    const small = await fillMonth(client, month, SMALL)
    const cold: number[] = []
    for (let n = 0; n < COLD; n++) cold.push(await fillMonth(client, month))
    return { large, small, cold }
  })

export const calendarPath = (projectId: number, { start, end }: Month): string =>
  `/api/posts/schedules/${projectId}/${start}/${end}`

type Context = { readonly stage: Stage; readonly headers: Record<string, string>; readonly seconds: number }

/** The calendar's month against the bare servers, then alone: cold, warm and unchanged. */
export async function* benchCalendar(context: Context, months: Months, month: Month): AsyncGenerator<string> {
  const callOf = (projectId: number): Call => ({
    url: context.stage.url + calendarPath(projectId, month),
    headers: context.headers,
  })
  const large = await askOk(callOf(months.large))
  const floors = await startFloors(context.stage, months.large, large)
  try {
    yield* compare(context, floors, callOf(months.large), LARGE)
    yield* compare(context, floors, callOf(months.small), SMALL)
  } finally {
    floors.stop()
  }
  const cold: number[] = []
  for (const projectId of months.cold) cold.push((await askOk(callOf(projectId))).ms)
  yield runsLine(`month of ${LARGE}, nothing of it in memory`, cold, ' ms')
  yield runsLine(`month of ${LARGE}, asked for before`, await timesOf(callOf(months.large), 50), ' ms')
  yield* unchanged(callOf(months.large), large)
}

async function* compare(
  { seconds }: Context,
  floors: Floors,
  call: Call,
  posts: number,
): AsyncGenerator<string> {
  const answer = await askOk(call)
  const { data } = JSON.parse(textOf(answer)) as { data: { post_schedules: unknown[] } }
  if (data.post_schedules.length !== posts)
    throw new Error(`the month has ${data.post_schedules.length} posts instead of ${posts}`)
  yield line(`month of ${posts} posts, as sent`, answer.body.length / 1000, ' kB', {
    ...(posts === LARGE ? { aim: { most: 100 } } : {}),
    more: `${String(answer.headers['content-encoding'] ?? 'not compressed')}, ${Math.round(textOf(answer).length / 1000)} kB of text`,
  })
  await floors.hold(answer)
  const hasRows = posts === LARGE
  const rounds = await interleave(
    [
      { name: 'Galley', call },
      { name: 'bytes', call: { url: `${floors.url}/bytes` } },
      ...(hasRows ? [{ name: 'rows', call: { url: `${floors.url}/rows` } }] : []),
    ],
    { seconds },
  )
  yield describeRounds(`month of ${posts} posts`, rounds, 0)
  yield describeRounds('  floor: the same bytes from memory', rounds, 1)
  yield `  ${'it is faster'.padEnd(46)} ${describeRatios(ratiosOf(rounds, 1, 0))}`
  if (!hasRows) return
  yield describeRounds('  floor without memory: one query of ready rows', rounds, 2)
  yield `  ${'it is faster'.padEnd(46)} ${describeRatios(ratiosOf(rounds, 2, 0))}`
}

async function* unchanged(call: Call, { headers }: Answer): AsyncGenerator<string> {
  const name = `month of ${LARGE}, unchanged`
  if (!headers.etag)
    return yield `${name.padEnd(50)} no ETag: everything is sent again   MISSED (aim: 304 in ≤ 3 ms)`
  const conditional = { ...call, headers: { ...call.headers, 'if-none-match': String(headers.etag) } }
  const first = await askOk(conditional)
  yield runsLine(name, await timesOf(conditional, 50), ' ms', {
    aim: { most: 3 },
    more: `answers ${first.status}`,
  })
}
