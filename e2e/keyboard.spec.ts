import { createDayLabel } from '#domain/labels/contract.ts'
import { demoLogins } from '#server/demo/people.ts'
import { expect, test } from './fixtures.ts'
import { demoPerson, demoProject } from './given.ts'
import { uniqueWord } from './names.ts'
import { today } from './time.ts'

test('a person signs in, opens a post, returns and renames a label without a mouse', async ({
  page,
  consoleErrors,
}) => {
  const label = `Fair ${uniqueWord()}`
  const { call } = await demoPerson('agency-admin')
  await call(createDayLabel, {
    body: { project_id: demoProject, text: label, color: '#ffcc00', start_at: today() },
  })
  consoleErrors.watch(page)
  const admin = demoLogins.find(({ role }) => role === 'agency-admin')
  const press = (key: string) => page.keyboard.press(key)

  await test.step('sign in', async () => {
    await page.goto('/')
    await expect(page.getByLabel('Email')).toBeFocused()
    await page.keyboard.type(admin?.email ?? '')
    await press('Tab')
    await page.keyboard.type(admin?.password ?? '')
    await press('Enter')
    await expect(page).toHaveURL(/\/calendar/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  await test.step('go to the approval list and on to the calendar with the palette', async () => {
    for (const [name, address] of [
      ['Approval', /\/approval/],
      ['Calendar', /\/calendar/],
    ] as const) {
      await press('Control+k')
      await expect(page.getByLabel('Go to or do')).toBeFocused()
      await page.keyboard.type(name)
      await press('Enter')
      await expect(page).toHaveURL(address)
      await expect(page.getByLabel('Go to or do')).toBeHidden()
    }
  })

  await test.step('walk to a post with the arrows, open it, and go back', async () => {
    const stops = page.locator('[data-nav]')
    await expect(page.locator('[data-nav="card"]').first()).toBeVisible()
    await reach(
      () => stops.and(page.locator(':focus')).count(),
      () => press('Tab'),
    )
    await reach(
      () => page.locator('[data-nav="card"]:focus').count(),
      () => press('ArrowRight'),
    )
    await press('Enter')
    await expect(page).toHaveURL(/manage-post/)
    // Only once the post is loaded: it replaces its placeholder, and the focus with it.
    await expect(page.getByRole('navigation', { name: 'Networks' })).toBeVisible()
    const back = page.getByRole('link', { name: 'Back' })
    await expect(back).toBeVisible()
    await reach(
      () => back.and(page.locator(':focus')).count(),
      () => press('Shift+Tab'),
    )
    await press('Enter')
    await expect(page).toHaveURL(/\/calendar/)
  })

  await test.step('rename a label, which has the focus again', async () => {
    const chip = page.getByRole('button', { name: `Edit label ${label}` })
    await chip.focus()
    await press('Enter')
    await expect(page.getByRole('dialog').getByLabel('Label', { exact: true })).toBeFocused()
    await press('End')
    await page.keyboard.type(' week')
    await press('Enter')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Edit label ${label} week` })).toBeFocused()
  })
})

/** Presses Tab until the element has the focus; no page has sixty stops before its content. */
async function reach(isThere: () => Promise<number>, press: () => Promise<void>): Promise<void> {
  for (let presses = 0; presses < 60 && (await isThere()) === 0; presses++) await press()
  expect(await isThere(), 'the keyboard gets there').toBe(1)
}
