import type { Page } from '@playwright/test'
import { addDays } from '#domain/kernel/days.ts'
import { clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { wordsOf } from '#server/platform/words.ts'
import { moveClock } from './clock.ts'
import { expect, phone, test } from './fixtures.ts'
import { givenAgency, givenMailsAtOnce, givenMember, givenPost, givenProject } from './given.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { today } from './time.ts'

/** Buttons and choices that are cut, reach over the edge, or are too small for a finger; and the page if it is wider than the screen. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const width = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth > width) found.push('the page')
    for (const button of document.querySelectorAll('button, select')) {
      if (button.closest('[data-preview]') || !button.checkVisibility({ visibilityProperty: true })) continue
      const name = button.getAttribute('aria-label') ?? button.textContent
      const { left, right, height } = button.getBoundingClientRect()
      if (left < 0 || right > width) found.push(`${name}: over the edge`)
      if (height < 44) found.push(`${name}: ${Math.round(height)} px high`)
      for (const part of [button, ...button.querySelectorAll('*')])
        if (part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible')
          found.push(`${name}: cut by ${part.scrollWidth - part.clientWidth} px`)
    }
    return found
  })

test('in each language every button of a link is whole on a small phone', async ({
  browser,
  galley,
  consoleErrors,
}) => {
  const by = await givenAgency()
  const project = await givenProject({ by, networks: ['facebook'] })
  const client = await givenMember('external-approver', { project, by })
  await givenMailsAtOnce(client, project)
  for (const day of [1, 2, 3])
    await givenPost({
      by,
      project,
      at: { date: addDays(today(), day), time: '12:05' },
      stage: 'sent to the client',
    })
  await moveClock(60_000)
  const page = await (await browser.newContext({ ...phone, reducedMotion: 'reduce' })).newPage()
  consoleErrors.watch(page)
  await page.goto(linkIn(await mailTo(galley, client.email, /approv/i), '/approve'))
  // All three have been looked at, so that all can be approved at once.
  for (const place of [1, 2, 3]) {
    await expect(page.getByText(`${place} of 3`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toBeEnabled()
    if (place < 3) await page.getByRole('button', { name: 'Next post' }).click()
  }
  await expect(page.getByRole('button', { name: 'Approve all 3' })).toBeVisible()
  for (const language of clientLanguages)
    await test.step(`in ${languageNames[language]}`, async () => {
      await page.locator('select').selectOption(language)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 780 })
        expect(await misfits(page), `at ${width} px`).toEqual([])
      }
      const { say } = wordsOf(language)
      await page.getByRole('button', { name: say('Propose other words') }).click()
      await expect(page.getByRole('button', { name: say('Propose these words') })).toBeVisible()
      for (const width of [360, 390]) {
        await page.setViewportSize({ width, height: 780 })
        expect(await misfits(page), `the form for other words at ${width} px`).toEqual([])
      }
      await page.getByRole('button', { name: say('Cancel') }).click()
    })
})
