import pg from 'pg'
import { addDays } from '#domain/kernel/days.ts'
import { getBoard } from '#domain/publishing/board-contract.ts'
import { listWaitedFor } from '#domain/publishing/chase-contract.ts'
import { benchBoard } from './browser/board.ts'
import { buildPages, launch } from './browser/windows.ts'
import { digits, line, median, quantile } from './figures.ts'
import { createProject, fillPosts } from './fill/month.ts'
import { fillHistory } from './history/fill.ts'
import { askOk } from './load.ts'
import { databaseUrl, removeStage, type Stage, signIn, startStage, withDatabase } from './stage.ts'

const CLIENTS = 200
const POSTS = 5_000
const CALLS = 200
const AIM = { aim: { most: 100 } }

type Given = { readonly posts: number; readonly runs: number }

/** The board of somebody with 200 clients and 5,000 posts in its days, on a Galley of its own, also with years of posts of others. */
export async function* boardSection({ posts, runs }: Given): AsyncGenerator<string> {
  buildPages()
  const stage = await startStage()
  try {
    const { postId, versions } = await withDatabase(stage, fillBoard)
    yield `  (${CLIENTS} clients, ${POSTS} posts with ${versions} versions)`
    const authorization = `Bearer ${await signIn(stage, 'ada@bluebird.example')}`
    const headers = { authorization, 'accept-encoding': 'br' }
    const client = new pg.Client(await databaseUrl(stage))
    await client.connect()
    yield* measure({ stage, headers, client, postId })
    yield* measureClicks(stage, runs)
    await fillHistory(client, posts)
    yield `  (with ${posts.toLocaleString('en')} posts of other agencies)`
    yield* measure({ stage, headers, client, postId })
    yield* measureClicks(stage, runs)
    await client.end()
  } finally {
    await stage.stop()
    await removeStage(stage)
  }
}

async function* measureClicks({ url }: Stage, runs: number): AsyncGenerator<string> {
  const browser = await launch()
  try {
    yield* benchBoard(browser, { url, token: await signIn({ url }, 'ada@bluebird.example'), runs })
  } finally {
    await browser.close()
  }
}

/** Posts of the next twelve days, so that all are on the board whatever the hour is. */
const fillBoard = async (client: pg.Client) => {
  const start = addDays(new Date().toISOString().slice(0, 10), 1)
  const days = { start, end: addDays(start, 11) }
  for (let n = 0; n < CLIENTS; n++) {
    const projectId = await createProject(client, `Client ${n}`)
    await fillPosts(client, { ...days, projectId, count: POSTS / CLIENTS })
  }
  await client.query('analyze')
  const { rows } = await client.query<{ id: string; versions: string }>(
    `select max(post_id) as id, count(*) as versions from post_socials x join projects p on p.id = x.project_id
     where p.name like 'Client %'`,
  )
  return { postId: Number(rows[0]?.id), versions: Number(rows[0]?.versions) }
}

type Measured = {
  readonly stage: Stage
  readonly headers: Record<string, string>
  readonly client: pg.Client
  readonly postId: number
}

/** The least that a board must do: it reads the versions of its days. */
const readVersions = (client: pg.Client) =>
  client.query(
    `select x.*, s.datetime from posts p join post_socials x on x.post_id = p.id
       join schedules s on s.post_id = p.id and s.deleted_at is null
     where p.project_id = any(array(select id from projects where name like 'Client %')) and p.deleted_at is null
       and p.scheduled_at between now() - interval '1 day' and now() + interval '14 days'
     order by p.scheduled_at`,
  )

/** Each beside the plain query, in turns, so that whatever else the machine does meets both. */
async function* measure({ stage, headers, client, postId }: Measured): AsyncGenerator<string> {
  const urlOf = (path: string) => `${stage.url}/api${path}`
  const board = urlOf(getBoard.path)
  const change = () =>
    client.query('update post_socials set message = clock_timestamp()::text where post_id = $1', [postId])
  const { body, ms } = await askOk({ url: board, headers: { ...headers, 'accept-encoding': 'identity' } })
  yield line('the first of all, made whole', ms, ' ms')
  const { revision } = (JSON.parse(body.toString()) as { data: { revision: string } }).data
  const cases = [
    { name: 'asked whether it is still right', url: `${board}?known=${encodeURIComponent(revision)}` },
    { name: 'filtered', url: `${board}?risk=red` },
    { name: 'whom its posts wait for', url: urlOf(listWaitedFor.path) },
    { name: 'after a change', url: board, before: change },
  ]
  for (const { name, url, before } of cases) {
    // Boards are open: what came due while the last case was measured is made before.
    await askOk({ url: board, headers })
    const [own, plain]: [number[], number[]] = [[], []]
    for (let n = 0; n < CALLS; n++) {
      await before?.()
      own.push((await askOk({ url, headers })).ms)
      const begun = performance.now()
      await readVersions(client)
      plain.push(performance.now() - begun)
    }
    const beside = `${digits(median(own) / median(plain))} of the plain query, whose p99 is ${digits(quantile(plain, 0.99))} ms`
    const more = `median ${digits(median(own))} ms, ${beside}`
    yield line(`${name}: p99 of ${CALLS}`, quantile(own, 0.99), ' ms', { ...AIM, more })
  }
}
