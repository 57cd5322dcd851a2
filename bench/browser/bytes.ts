import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { line } from '../figures.ts'
import { type Stage, signIn, withDatabase } from '../stage.ts'
import { type Kind, kilobytes, listen, SETTLE_MS } from './received.ts'
import { desk, openTab } from './windows.ts'

/** A page, who opens it, and the kilobytes that it may receive of what is named. */
type Opened = {
  readonly name: string
  readonly path: string
  readonly email: string | null
  readonly aims: Partial<Record<Kind, number>>
}

const admin = 'ada@bluebird.example'
const client = 'emil@harbor.example'
const css = 40

/** A post that has an editor: what is live is only shown. */
const findDraft = (stage: Stage): Promise<number> =>
  withDatabase(stage, async client => {
    const { rows } = await client.query<{ post_id: string }>(
      "select post_id from post_socials where project_id = 1 and social_network = 'facebook' and status = 'draft' order by id limit 1",
    )
    return Number(rows[0]?.post_id)
  })

/** The pages of the demo, with their aims for scripts and styles. */
const pagesOf = (draft: number): readonly Opened[] => [
  { name: 'login', path: '/', email: null, aims: { js: 90, css } },
  { name: 'calendar', path: '/1/calendar', email: admin, aims: { js: 230, css } },
  { name: 'editor', path: `/1/manage-post/facebook?postId=${draft}`, email: admin, aims: { js: 330, css } },
  { name: 'approval list', path: '/1/approval', email: client, aims: { js: 130, css } },
  { name: 'approval item', path: '/1/approval/facebook?postId=6', email: client, aims: { js: 150, css } },
  // Shows that a link has ended: the same scripts as one that works.
  { name: 'approval link', path: '/approve#ended', email: null, aims: { js: 110, css } },
  { name: 'settings', path: '/1/settings/general', email: admin, aims: { js: 200, css } },
]

/** What a browser receives of a page, with empty caches, in its first seconds. */
const open = async (browser: Browser, stage: Stage, { path, email }: Opened) => {
  const tab = await openTab(browser, desk, email === null ? null : await signIn(stage, email))
  try {
    const received = await listen(tab.devtools)
    const begun = performance.now()
    await tab.page.goto(stage.url + path)
    await sleep(SETTLE_MS)
    const { lcpMs } = await tab.read()
    return { received, early: received.filter(({ at }) => at - begun <= lcpMs) }
  } finally {
    await tab.close()
  }
}

/** Longer than a page waits for a person before it loads what they may need next. */
const IDLE_MS = 8000

/** What the calendar loads while nobody touches anything, beside what it needs to be shown. */
async function* benchIdle(browser: Browser, stage: Stage): AsyncGenerator<string> {
  const tab = await openTab(browser, desk, await signIn(stage, admin))
  try {
    const received = await listen(tab.devtools)
    await tab.page.goto(`${stage.url}/1/calendar`)
    await sleep(SETTLE_MS)
    const before = kilobytes(received, 'js')
    await sleep(IDLE_MS)
    yield line('JS received for nobody’s click, calendar', kilobytes(received, 'js') - before, ' kB')
  } finally {
    await tab.close()
  }
}

/** Scripts and styles of each page of the demo. */
export async function* benchBytes(browser: Browser, stage: Stage): AsyncGenerator<string> {
  for (const page of pagesOf(await findDraft(stage))) {
    const { received, early } = await open(browser, stage, page)
    for (const kind of ['js', 'css'] as const) {
      const most = page.aims[kind]
      const files = received.filter(one => one.kind === kind)
      const headers = files.reduce((sum, one) => sum + one.headers, 0) / 1000
      yield line(`${kind.toUpperCase()} received, ${page.name}`, kilobytes(received, kind), ' kB', {
        ...(most === undefined ? {} : { aim: { most } }),
        more: `${kilobytes(early, kind).toFixed(0)} before the largest paint; ${files.length} files, ${headers.toFixed(0)} kB headers`,
      })
    }
  }
  yield* benchIdle(browser, stage)
}

/** What the server's answers weigh on the pages of a project with a month of 1,500 posts, 375 of which wait for approval. */
export async function* benchData(
  browser: Browser,
  stage: Stage,
  { projectId, postId, date }: { projectId: number; postId: number; date: string },
): AsyncGenerator<string> {
  const opened: readonly Opened[] = [
    { name: 'month of 1,500', path: `/${projectId}/calendar?date=${date}`, email: admin, aims: {} },
    { name: 'approval list, 375 wait', path: `/${projectId}/approval`, email: admin, aims: { data: 40 } },
    {
      name: 'approval item, of 375',
      path: `/${projectId}/approval/facebook?postId=${postId}`,
      email: admin,
      aims: { data: 40 },
    },
  ]
  for (const page of opened) {
    const { received } = await open(browser, stage, page)
    const most = page.aims.data
    yield line(`data received, ${page.name}`, kilobytes(received, 'data'), ' kB', {
      ...(most === undefined ? {} : { aim: { most } }),
      more: `${received.filter(({ kind }) => kind === 'data').length} answers`,
    })
  }
}
