import { codeAt } from '#testing/calls/second-factors.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { mailTo } from './pages/mailbox.ts'
import { freshAddress, logIn, makeMember, newcomerPassword, openProfile } from './pages/newcomer.ts'

/** The code of the half minute after this one, which has not been used yet. */
const nextCode = (secret: string) => codeAt(secret, new Date(Date.now() + 30_000))

test('a second factor is turned on, asked for at the next login, and replaced by a recovery code once', async ({
  page,
  browser,
  galley,
  consoleErrors,
}) => {
  consoleErrors.expect(/422/, 'a recovery code works once')
  const email = freshAddress('radia')
  await makeMember(galley, email)
  consoleErrors.watch(page)
  await page.goto('/')
  await logIn(page, email)
  await expect(page).toHaveURL(/\/1\/calendar/)

  const [secret, recovery] = await test.step('it is turned on in Edit Profile', async () => {
    await openProfile(page)
    await page.getByRole('tab', { name: 'Sign-in' }).click()
    const factor = page.getByRole('region', { name: 'Second factor' })
    await factor.getByRole('button', { name: 'Turn on' }).click()
    await expect(factor.getByRole('img', { name: /^QR code/ })).toBeVisible()
    const shown = (await factor.locator('code').innerText()).replaceAll(' ', '')
    await expectAccessible(page)
    await factor.getByLabel('Code', { exact: true }).fill(codeAt(shown, new Date()))
    await factor.getByRole('button', { name: 'Turn on' }).click()
    const codes = factor.getByRole('listitem')
    await expect(codes).toHaveCount(10)
    await expectAccessible(page)
    const first = await codes.first().innerText()
    await factor.getByRole('button', { name: 'I have kept them' }).click()
    await expect(factor.getByText(/10 recovery codes are left/)).toBeVisible()
    await mailTo(galley, email, /Your second factor is on/)
    return [shown, first] as const
  })

  const enter = async (code: () => string) => {
    const other = await (await browser.newContext()).newPage()
    consoleErrors.watch(other)
    await other.goto('/')
    await logIn(other, email, newcomerPassword)
    await expect(other.getByLabel('Code')).toBeFocused()
    await expectAccessible(other)
    await other.getByLabel('Code').fill(code())
    await other.getByRole('button', { name: 'Log in' }).click()
    return other
  }
  await expect(await enter(() => nextCode(secret))).toHaveURL(/\/1\/calendar/)
  await expect(await enter(() => recovery)).toHaveURL(/\/1\/calendar/)
  await expect((await enter(() => recovery)).getByText(/This code is not right/)).toBeVisible()
  await mailTo(galley, email, /A recovery code was used/)
})
