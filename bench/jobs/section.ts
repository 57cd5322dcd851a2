import path from 'node:path'
import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import type { LocalDate } from '#domain/kernel/time.ts'
import { buildPages, desk, deskSize, launch, openTab } from '../browser/windows.ts'
import { monthAhead } from '../fill/month.ts'
import { removeStage, type Stage, signIn, startStage } from '../stage.ts'
import { mendFailure, newClient } from './accounts.ts'
import { countInputs, inWords } from './input-counts.ts'
import { answerRevision, correctWord, newPost } from './posts.ts'
import { failOnOne, fillWorld, HARBOR, sendBack } from './world.ts'

/** A piece of work, what it took before this was measured, and what it should take: clicks and keys, unless it says otherwise. */
type Job = {
  readonly name: string
  readonly before: string
  readonly aim: string
  /** The day at which the calendar is opened; by default today. */
  readonly date?: LocalDate
  /** @returns what the count alone does not say */
  readonly work: (page: Page) => Promise<string>
}

/** Cards of the day that are whole in the window, and how many posts it has. */
const readable = async (page: Page, date: LocalDate): Promise<string> => {
  const day = page.locator(`[role="cell"][data-date="${date}"]`)
  const more = day.getByText(/^\+\d+ more$/)
  await more.waitFor()
  const { height = 0 } = page.viewportSize() ?? {}
  const cards = await day.getByRole('group').all()
  const boxes = await Promise.all(cards.map(card => card.boundingBox()))
  const seen = boxes.filter(box => box && box.y >= 0 && box.y + box.height <= height)
  return `${seen.length} of ${cards.length + Number.parseInt(await more.innerText(), 10)}`
}

const rowOf = (cells: readonly string[]): string =>
  [60, 26, 58, 10]
    .map((width, n) => (cells[n] ?? '').padEnd(width))
    .join('')
    .trimEnd()

async function* run(browser: Browser, stage: Stage, jobs: readonly Job[]): AsyncGenerator<string> {
  const token = await signIn(stage, 'ada@bluebird.example')
  yield rowOf(['job', 'before', 'now', 'aim'])
  for (const { name, before, aim, date, work } of jobs) {
    const tab = await openTab(browser, desk, token)
    tab.page.setDefaultTimeout(20_000)
    const counts = await countInputs(tab.page, stage.url)
    await tab.page.goto(`${stage.url}/${HARBOR}/calendar${date ? `?date=${date}` : ''}`)
    await tab.page.getByRole('group').first().waitFor()
    const more = await work(tab.page)
    yield rowOf([name, before, [inWords(counts), more].filter(Boolean).join('; '), aim])
    await tab.close()
  }
}

const { width, height } = deskSize

/** What an hour of everyday work takes, in a real browser: each press and key is counted by the page itself. */
export async function* jobsSection(): AsyncGenerator<string> {
  buildPages()
  const stage = await startStage()
  const browser = await launch()
  try {
    const month = monthAhead(new Date())
    const day = (n: number) => `${month.start.slice(0, 8)}${n}`
    await fillWorld(stage, month)
    const photo = path.join(stage.dataDir, 'photo.jpg')
    await sharp({ create: { width: 1200, height: 1200, channels: 3, background: '#a63' } }).toFile(photo)
    const sentBack = await sendBack(stage, day(12))
    const failed = await failOnOne(stage, new Date())
    yield* run(browser, stage, [
      {
        name: 'new post, three networks, photo, time, to approval',
        before: '8 clicks + file dialog',
        aim: '6',
        work: page => newPost(page, photo),
      },
      {
        name: 'correct one word in 26 posts',
        before: '7 clicks, 4 of 26',
        aim: '5, 26 of 26',
        date: day(15),
        work: correctWord,
      },
      {
        name: 'answer a revision request',
        before: '8',
        aim: '4',
        date: day(12),
        work: page => answerRevision(page, sentBack),
      },
      {
        name: 'new client with people and four accounts, after another',
        before: '26',
        aim: '12',
        work: newClient,
      },
      {
        name: 'one network failed: understand, mend, publish again',
        before: '8',
        aim: '5',
        work: page => mendFailure(page, failed),
      },
      {
        name: `posts of a 10-post day readable in the month at ${width}×${height}`,
        before: '4',
        aim: '8',
        date: day(15),
        work: page => readable(page, day(15)),
      },
    ])
  } finally {
    await browser.close()
    await stage.stop()
    await removeStage(stage)
  }
}
