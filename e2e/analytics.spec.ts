import type { BrowserContextOptions, Page, Route } from '@playwright/test'
import type pg from 'pg'
import { metrics, seriesNumbers } from '#domain/analytics/metrics.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { onDatabase } from './database.ts'
import { expect, phone, test } from './fixtures.ts'
import { demoProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'

const DAYS = 60
const today = () => pacificDay(new Date())

/** Takes the project's account out of the turns of `gather-insights`, which would write figures of its own: one that has begun ends first. */
async function takeAccount(client: pg.Client, projectId: number): Promise<number> {
  let taken: number | undefined
  const take = async () => {
    const { rows } = await client.query<{ id: number }>(
      `insert into metric_accounts as m (project_id, social_network, external_id, due_at)
       select project_id, social_network, external_id, '2999-01-01' from social_accounts
       where project_id = $1 and social_network = 'facebook' and removed_at is null
       on conflict (project_id, social_network, external_id) do update set due_at = excluded.due_at
         where m.lease_until is null or m.lease_until <= now()
       returning id`,
      [projectId],
    )
    taken = rows[0]?.id
    return taken
  }
  await expect.poll(take).toBeDefined()
  return taken ?? 0
}

/** Keeps figures of the project's account as if the networks had been asked for two months. */
const keepFigures = (projectId: number): Promise<void> =>
  onDatabase(async client => {
    const account = await takeAccount(client, projectId)
    for (const { number, series, from } of metrics.facebook)
      if (from !== null)
        await client.query(
          `insert into metric_points (metric_account_id, metric, series, day, value)
           select $1::int, $2::int, $3::int, $4::date - n, 1000 - n * 5 + $2::int from generate_series(0, $5::int) n
           on conflict (metric_account_id, metric, series, day) do update set value = excluded.value`,
          [account, number, seriesNumbers[series], today(), DAYS],
        )
  })

test('an account manager reads the figures of an account as charts and as tables, by keyboard too', async ({
  openAs,
}) => {
  await keepFigures(demoProject)
  const page = await openAs('content-creator')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Analytics' }).click()
  await expect(page).toHaveURL(/\/analytics\/facebook/)
  await page.getByRole('combobox', { name: 'Common ranges' }).selectOption('Last 28 days')
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(card('Total followers')).toContainText('1 k')
  await expect(card('Impressions').locator('.recharts-bar-rectangle').first()).toBeVisible()
  await expect(card('Impressions')).toContainText('in the previous period')
  await expect(page.getByText(/^Facebook no longer provides: .*Engaged people/)).toBeVisible()
  await expectAccessible(page, 'charts')

  await test.step('the arrow keys read each point', async () => {
    const chart = card('Impressions').getByRole('application')
    await chart.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(card('Impressions')).toContainText(/All: \d/)
  })

  await test.step('the address brings back what is shown', async () => {
    await page.getByRole('radiogroup', { name: 'Interval' }).getByText('Weekly').click()
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Cumulative', { exact: true }).click()
    await page.getByRole('radiogroup', { name: 'Part' }).getByText('Paid').click()
    await expect(page).toHaveURL(/interval=weekly.*view=cumulative.*part=paid|part=paid/)
    await page.reload()
    await expect(page.getByRole('radio', { name: 'Weekly' })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Paid' })).toBeChecked()
    await page.getByRole('button', { name: 'Table: Impressions' }).click()
    await expect(card('Impressions').getByRole('columnheader', { name: 'Paid' })).toBeVisible()
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV: Impressions' }).click()
    expect((await file).suggestedFilename()).toBe('impressions.csv')
  })

  await test.step('on a phone nothing is cut off', async () => {
    const small = await openAs('content-creator', phone, 'analytics/facebook')
    await expect(small.getByRole('heading', { level: 1, name: 'Analytics' })).toBeVisible()
    await expect(small.getByRole('region', { name: 'Impressions', exact: true })).toBeVisible()
    await expectAccessible(small, 'phone')
    await small.close()
  })
})

/** Runs in the page: says what moved without the person's doing, and by how much. */
const watchShifts = () => {
  const moved: [what: string, by: number][] = []
  Object.assign(window, { moved })
  type Shift = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: readonly { node: Node | null }[]
  }
  const nameOf = ({ node }: { node: Node | null }) => {
    const element = node instanceof Element ? node : node?.parentElement
    return `${element?.tagName} ${element?.className} ${element?.textContent?.slice(0, 30)}`
  }
  new PerformanceObserver(list => {
    for (const entry of list.getEntries() as Shift[])
      if (!entry.hadRecentInput) moved.push([entry.sources.map(nameOf).join('; '), entry.value])
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Opens the page again, and lets the server's answers in one by one, the latest question's first, each after the former is painted. */
async function loadPieceByPiece(page: Page): Promise<void> {
  const held: Route[] = []
  await page.route('**/api/**', async route => {
    if (route.request().url().endsWith('/events')) await route.continue()
    else held.push(route)
  })
  await page.reload({ waitUntil: 'commit' })
  const isWhole = async () =>
    (await page.getByRole('region', { name: 'Top posts' }).isVisible()) &&
    (await page.locator('main [aria-busy="true"]').count()) === 0 &&
    (await page.locator('.recharts-surface').count()) > 0
  const paint = () =>
    page.evaluate(
      () => new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
    )
  while (held.length > 0 || !(await isWhole())) {
    const route = held.pop()
    if (route) await route.fulfill({ response: await route.fetch() })
    await paint()
  }
}

test('what is read in Analytics stays in its place while the rest comes', async ({ openAs }) => {
  await keepFigures(demoProject)
  const sizes: readonly BrowserContextOptions[] = [{ viewport: { width: 1440, height: 900 } }, phone]
  for (const size of sizes) {
    const page = await openAs('content-creator', size, 'analytics/facebook')
    await page.addInitScript(watchShifts)
    await loadPieceByPiece(page)
    const moved = await page.evaluate(
      () => (window as unknown as { moved: readonly [string, number][] }).moved,
    )
    const sum = moved.reduce((all, [, by]) => all + by, 0)
    expect(sum, `at ${size.viewport?.width}: ${JSON.stringify(moved)}`).toBeLessThanOrEqual(0.02)
    await page.context().close()
  }
})
