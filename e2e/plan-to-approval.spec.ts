import type { Page } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { expect, phone, test } from './fixtures.ts'
import { uniqueWord } from './names.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { cardOf } from './pages/calendar.ts'
import { today } from './time.ts'

/** A month's plan of 30 rows: one names no network, another no day. */
const planOf = (word: string, date: string): string => {
  const rows = Array.from({ length: 30 }, (_, n) => {
    const network = n === 6 ? 'myspace' : 'facebook'
    return `${network};Planned ${n + 1} ${word};${n === 13 ? '31.31.2026' : date};21:00`
  })
  return ['Channel;Caption;Publish date;Time', ...rows].join('\n')
}

test('a plan of 30 rows is imported, sent from the calendar at once, and approved by the agency and the client', async ({
  openAs,
}, { retry }) => {
  // A month that no other journey writes in, and no earlier attempt.
  const day = addDays(today(), 240 + 45 * retry)
  const word = uniqueWord()
  const page = await openAs('agency-admin')
  const project = new URL(page.url()).pathname.split('/')[1]

  await test.step('the two rows with problems are left out', async () => {
    await page.goto(`/${project}/content/import`)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'plan.csv', mimeType: 'text/csv', buffer: Buffer.from(planOf(word, day)) })
    await expect(page.getByRole('status').getByText('28 of 30 rows can be imported')).toBeVisible()
    await page.getByRole('button', { name: 'Import only the 28 rows without problems' }).click()
    await expect(page.getByText('28 created · 2 left out')).toBeVisible()
  })

  await test.step('all 28 are selected in the calendar and sent together', async () => {
    await page.goto(`/${project}/calendar?date=${day}&open=${day}`)
    await cardOf(page, `Planned 1 ${word}`).getByLabel('Select').check()
    await page.getByRole('button', { name: 'Select all 28' }).click()
    await expect(page.getByText('28 Selected')).toBeVisible()
    await page.getByRole('button', { name: 'To Approval', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send to approval' })
    await expect(dialog.getByText('28 posts are sent.')).toBeVisible()
    await dialog.getByLabel('Message').fill('The whole month, please')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(page.getByText('Sent for approval: 28 posts')).toBeVisible()
    await expect(cardOf(page, `Sent for Approval.*Planned 30 ${word}`)).toBeVisible()
  })

  await test.step('the agency approves them together', async () => {
    await approveFound(await openAs('internal-approver'), word, 28)
    await page.reload()
    await expect(cardOf(page, `Planned 30 ${word}`)).toBeVisible()
  })

  await test.step('the client approves them together on a phone', async () => {
    await approveFound(await openAs('external-approver', phone), word, 28)
    await page.reload()
    for (const number of [1, 30])
      await expect(cardOf(page, `Approved.*Planned ${number} ${word}`)).toBeVisible()
  })
})

/** Selects all posts to approve that have this word, and approves them. */
async function approveFound(page: Page, word: string, count: number) {
  await page.getByRole('link', { name: 'To approve' }).click()
  await page.getByRole('searchbox', { name: 'Search posts' }).fill(word)
  const found = page.getByRole('list', { name: 'Posts to approve' }).getByRole('listitem')
  await expect(found.filter({ hasNotText: word })).toHaveCount(0)
  const box = page.getByRole('checkbox', { name: new RegExp(`^Select: Planned .* ${word}`) }).first()
  await box.check()
  await page.getByRole('button', { name: `Select all ${count}` }).click()
  await expect(page.getByText(`${count} Selected`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Selected posts' }).getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText(`${count} posts approved`)).toBeVisible()
  await expect(box).toHaveCount(0)
}
