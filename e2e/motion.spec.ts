import { expect, test } from './fixtures.ts'

// Every element with a transition of all its properties made a change of theme take half a second of the processor.
test('with reduced motion only what names a transition of its own has one', async ({ browser, troubles }) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  troubles.watch(page)
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
  const movesAll = await page.evaluate(
    () =>
      [...document.querySelectorAll('body, body *')].filter(element => {
        const { transitionProperty, transitionDuration } = getComputedStyle(element)
        return transitionProperty === 'all' && transitionDuration !== '0s'
      }).length,
  )
  expect(movesAll).toBe(0)
})
