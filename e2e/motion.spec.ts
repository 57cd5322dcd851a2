import { expect, test } from './fixtures.ts'

// When every element had a transition of all its properties, switching the theme took half a second of processor time.
test('with reduced motion only elements with a transition of their own have one', async ({
  browser,
  consoleErrors,
}) => {
  const page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  consoleErrors.watch(page)
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
