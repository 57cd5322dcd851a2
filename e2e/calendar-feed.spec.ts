import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'

test('a client subscribes to the calendar, makes a new address and switches the feed off', async ({
  openAs,
}) => {
  const page = await openAs('external-approver', phone)
  const open = async () => {
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('button', { name: 'Calendar feed…' }).click()
  }
  const read = async (url: string) => page.request.get(url)
  const address = page.getByRole('textbox', { name: 'Your address' })
  await open()
  const dialog = page.getByRole('dialog', { name: 'Calendar feed' })
  await dialog.getByRole('button', { name: 'Make an address' }).click()
  await expect(address).toHaveValue(/\/api\/calendar-feeds\/.+\/posts\.ics$/)
  await expectAccessible(page)
  const first = await address.inputValue()
  const answer = await read(first)
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain('BEGIN:VCALENDAR')

  await test.step('the address is not shown again', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await open()
    await expect(dialog.getByText('cannot be shown again', { exact: false })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a new address ends the one before', async () => {
    await dialog.getByRole('button', { name: 'Make a new address' }).click()
    await page
      .getByRole('dialog', { name: 'Make a new address?' })
      .getByRole('button', { name: 'Make a new address' })
      .click()
    await expect(address).not.toHaveValue(first)
    expect((await read(first)).status()).toBe(404)
    expect((await read(await address.inputValue())).status()).toBe(200)
  })

  const second = await address.inputValue()
  await dialog.getByRole('button', { name: 'Switch off' }).click()
  await page
    .getByRole('dialog', { name: 'Switch the calendar feed off?' })
    .getByRole('button', { name: 'Switch off' })
    .click()
  await expect(dialog.getByRole('button', { name: 'Make an address' })).toBeVisible()
  expect((await read(second)).status()).toBe(404)
})
