import type { Locator } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { createDayLabel } from '#domain/labels/contract.ts'
import { expect, test } from './fixtures.ts'
import { demoPerson, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { today } from './time.ts'

let project: number
test.beforeAll(async () => {
  project = await givenProject({ networks: ['facebook'] })
})

/** A Wednesday at least three weeks ahead, so that the days around it are in the same week. */
const wednesday = Array.from({ length: 7 }, (_, index) => addDays(today(), 21 + index)).find(
  date => new Date(`${date}T00:00:00Z`).getUTCDay() === 3,
)

/** A post of the project on a day. */
const plan = (date: string, time: string) => givenPost({ project, at: { date, time } })

test('a crowded week keeps its labels above its posts and its height when a long day is opened', async ({
  openAs,
}) => {
  const day = wednesday ?? ''
  const { call } = await demoPerson('agency-admin')
  for (const [text, from, to] of [
    ['Fair', -2, 0],
    ['Sale', -1, 1],
    ['Tasting', 0, 0],
  ] as const)
    await call(createDayLabel, {
      body: {
        project_id: project,
        text,
        color: '#ffee00',
        start_at: addDays(day, from),
        end_at: addDays(day, to),
      },
    })
  for (let hour = 10; hour < 20; hour++) await plan(day, `${hour}:00`)
  await plan(addDays(day, 1), '09:00')
  const page = await openAs('agency-admin', {}, `/${project}/calendar?date=${day}`)
  const cell = (date: string) => page.locator(`[role="cell"][data-date="${date}"]`)
  const cards = cell(day).locator('[data-entry]')
  await expect(cards).toHaveCount(8)

  await test.step('every label is above every post of its day', async () => {
    const labels = page.locator('[data-label]')
    await expect(labels.first()).toBeVisible()
    for (const date of [day, addDays(day, 1)]) {
      const column = await cell(date).boundingBox()
      const first = await cell(date).locator('[data-entry]').first().boundingBox()
      const boxes = await labels.evaluateAll(all => all.map(one => one.getBoundingClientRect().toJSON()))
      const own = boxes.filter(
        box =>
          column &&
          box.x < column.x + column.width - 8 &&
          box.x + box.width > column.x + 8 &&
          box.y >= column.y &&
          box.y < column.y + column.height,
      )
      expect(own.length).toBe(date === day ? 3 : 1)
      for (const box of own) expect(box.y + box.height).toBeLessThanOrEqual(first?.y ?? 0)
      // No hole between the lowest label and the first post.
      const lowest = Math.max(...own.map(box => box.y + box.height))
      expect((first?.y ?? 0) - lowest).toBeLessThan(12)
    }
  })

  await test.step('the whole day opens over its week, which keeps its height, by keyboard too', async () => {
    const before = await cell(day).boundingBox()
    await page.getByRole('button', { name: /^2 more posts on/ }).press('Enter')
    await expect(cards).toHaveCount(10)
    expect((await cell(day).boundingBox())?.height).toBe(before?.height)
    await page.getByRole('button', { name: /^Show fewer posts on/ }).click()
    await expect(cards).toHaveCount(8)
  })

  await test.step('weekdays and toolbar stay in view', async () => {
    await page.mouse.wheel(0, 5000)
    await expect(page.getByText('Wed', { exact: true })).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Next month' })).toBeInViewport()
    // In the viewport, and not behind the header.
    const [weekday, title] = await Promise.all(
      [page.getByText('Wed', { exact: true }), page.getByRole('heading', { level: 1 })].map(one =>
        one.boundingBox(),
      ),
    )
    expect(weekday?.y ?? 0).toBeGreaterThanOrEqual((title?.y ?? 0) + (title?.height ?? 0))
    await page.mouse.wheel(0, -5000)
  })

  await test.step('a selection survives a change of the month', async () => {
    await cards.nth(0).getByLabel('Select').check()
    await cards.nth(2).click({ modifiers: ['Shift'], position: { x: 80, y: 8 } })
    await expect(page.getByText('3 Selected')).toBeVisible()
    await page.getByRole('button', { name: 'Next month' }).click()
    await page.getByRole('button', { name: 'Next month' }).click()
    await expect(page.getByText('3 not on this page')).toBeVisible()
    await page.getByRole('button', { name: 'Clear the selection' }).click()
  })

  await test.step('a card that was moved with the keyboard keeps the focus', async () => {
    await page.goto(`/${project}/calendar?date=${day}`)
    const card = cell(addDays(day, 1)).locator('[data-entry]').first()
    const id = await card.getAttribute('data-entry')
    await card.focus()
    for (const key of ['m', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await expect(cell(addDays(day, 2)).locator(`[data-entry="${id}"]`)).toBeFocused()
  })

  await test.step('a card that was opened has the focus again after going back', async () => {
    const card = cell(addDays(day, 2)).locator('[data-entry]').first()
    await card.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/manage-post/)
    await expect(page.getByRole('navigation', { name: 'Networks' })).toBeVisible()
    await page.goBack()
    await expect(card).toBeFocused()
  })

  await test.step('a month opens with the day of the address in sight', async () => {
    await page.setViewportSize({ width: 1440, height: 500 })
    await page.goto(`/${project}/calendar?date=2027-05-28`)
    await expect(cell('2027-05-28')).toBeInViewport()
    await expect(cell('2027-05-01')).not.toBeInViewport()
    await page.goto(`/${project}/calendar?date=2027-05-01`)
    await expect(cell('2027-05-01')).toBeInViewport()
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
  })
})

test('cards are dragged to other days by mouse and by finger', async ({ openAs }) => {
  const day = addDays(wednesday ?? '', 7)
  for (const time of ['09:00', '10:00']) await plan(day, time)
  const page = await openAs('agency-admin', {}, `/${project}/calendar?date=${day}&view=week`)
  const cell = (date: string) => page.locator(`[role="cell"][data-date="${date}"]`)
  await expect(cell(day).locator('[data-entry]')).toHaveCount(2)
  const centerOf = async (place: Locator) => {
    const box = await place.boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 12 }
  }

  await test.step('with the mouse, and back with Escape', async () => {
    const from = await centerOf(cell(day).locator('[data-entry]').first())
    const to = await centerOf(cell(addDays(day, 1)))
    for (const isCalledOff of [true, false]) {
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y + 60, { steps: 6 })
      await expect(cell(addDays(day, 1))).toHaveAttribute('data-drop', 'yes')
      if (isCalledOff) await page.keyboard.press('Escape')
      await page.mouse.up()
      await expect(cell(day).locator('[data-entry]')).toHaveCount(isCalledOff ? 2 : 1)
    }
    await expect(cell(addDays(day, 1)).locator('[data-entry]')).toHaveCount(1)
    await expect(page.getByText('Post moved')).toBeVisible()
  })

  await test.step('with a finger, after a long press', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const from = await centerOf(cell(day).locator('[data-entry]').first())
    const to = await centerOf(cell(addDays(day, 2)))
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', from)
    await expect(page.locator('[data-dragged]')).toHaveCount(1)
    await touch('touchMove', { x: (from.x + to.x) / 2, y: to.y + 60 })
    await touch('touchMove', { x: to.x, y: to.y + 60 })
    await touch('touchEnd')
    await expect(cell(addDays(day, 2)).locator('[data-entry]')).toHaveCount(1)
    await expect(cell(day).locator('[data-entry]')).toHaveCount(0)
  })
})

test('a post that another person schedules appears in an open calendar, which reads nothing else', async ({
  openAs,
}) => {
  const day = addDays(wednesday ?? '', 21)
  const page = await openAs('agency-admin')
  const reads: string[] = []
  page.on('request', sent => {
    const path = new URL(sent.url()).pathname
    if (/\/posts\/(schedules|cards)/.test(path)) reads.push(path)
  })
  await page.goto(`/${project}/calendar?date=${day}&view=week`)
  const cards = page.locator(`[role="cell"][data-date="${day}"] [data-entry]`)
  await expect(page.locator(`[role="cell"][data-date="${day}"]`)).toBeVisible()
  // The shown week, and the two beside it.
  await expect.poll(() => new Set(reads).size).toBe(3)
  await expect(cards).toHaveCount(0)
  reads.length = 0
  await plan(day, '09:00')
  await expect(cards).toHaveCount(1)
  expect(new Set(reads)).toEqual(new Set([`/api/projects/${project}/posts/cards`]))
})

test('after a post or a dialog, one is where one was', async ({ openAs }) => {
  const day = addDays(wednesday ?? '', 63)
  await plan(day, '09:00')
  const page = await openAs('agency-admin', {}, `/${project}/calendar?date=${day}&status=draft`)
  const cardOn = (date: string) => page.locator(`[role="cell"][data-date="${date}"] [data-entry]`)
  await expect(cardOn(day)).toHaveCount(1)

  await test.step('Back in the editor leads to the same month, with its filter and the focus on the card', async () => {
    await cardOn(day).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/manage-post/)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(new RegExp(`calendar\\?date=${day}&status=draft$`))
    await expect(cardOn(day)).toBeFocused()
    await expect(cardOn(day)).toBeInViewport()
  })
  await test.step('Move to date, cancelled and done', async () => {
    for (const isDone of [false, true]) {
      await cardOn(day).focus()
      await page.keyboard.press('Shift+F10')
      await page.getByRole('menuitem', { name: 'Move to date' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Move to date' })
      await expect(dialog).toBeVisible()
      if (!isDone) await page.keyboard.press('Escape')
      else {
        const name = dayName.format(new Date(`${addDays(day, 1)}T00:00:00Z`))
        await dialog.getByRole('button', { name, exact: true }).click()
        await dialog.getByRole('button', { name: 'Move', exact: true }).press('Enter')
      }
      await expect(cardOn(addDays(day, isDone ? 1 : 0))).toBeFocused()
    }
  })
  await test.step('cards of a week stay within their day in a narrow window', async () => {
    await page.setViewportSize({ width: 800, height: 900 })
    await page.goto(`/${project}/calendar?date=${day}&view=week`)
    await expect(cardOn(addDays(day, 1))).toHaveCount(1)
    const beyond = await page.locator('[data-entry]').evaluateAll(cards =>
      cards.flatMap(card => {
        const { right } = card.getBoundingClientRect()
        const parts = [...card.querySelectorAll('*')].map(part => part.getBoundingClientRect().right)
        return parts.filter(edge => edge > right + 1)
      }),
    )
    expect(beyond).toEqual([])
    await expectAccessible(page, 'the calendar by week')
  })
})

const dayName = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
