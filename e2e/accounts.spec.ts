import { expect, phone, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { linkIn, mailTo } from './pages/mailbox.ts'
import { freshAddress, invite, logIn, makeMember, newcomerPassword, openProfile } from './pages/newcomer.ts'
import { writePhoto } from './photo.ts'

test('a visitor signs up using only the keyboard, and confirms the address from the email', async ({
  page,
  galley,
  consoleErrors,
}) => {
  consoleErrors.watch(page)
  const email = freshAddress('grace')
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign Up' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expect(page.getByLabel('First name')).toBeFocused()
  const typed = ['Grace', 'Hopper', email, newcomerPassword, newcomerPassword, '+49 30 1234567', 'Harbor']
  for (const [index, text] of typed.entries()) {
    await page.keyboard.type(text)
    // Each password field is followed by the button that shows it.
    for (let stops = index === 3 || index === 4 ? 2 : 1; stops > 0; stops--) await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/(without-project|add-card|create-agency\/1)$/)

  await page.goto(linkIn(await mailTo(galley, email, /Confirm/), '/confirm-email'))
  await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/(without-project|add-card|create-agency\/1)$/)
})

test('an invited person signs up with the invitation’s address and no other, on a phone', async ({
  browser,
  galley,
  consoleErrors,
}) => {
  const email = freshAddress('ida')
  const page = await (await browser.newContext(phone)).newPage()
  consoleErrors.watch(page)
  await page.goto(await invite(galley, 'Ida Rhodes', email))
  await expect(page.getByLabel('First name')).toHaveValue('Ida')
  await expect(page.getByLabel('Last name')).toHaveValue('Rhodes')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Email')).not.toBeEditable()
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill(newcomerPassword)
  await page.getByLabel('Confirm password', { exact: true }).fill(newcomerPassword)
  await page.getByLabel('Phone number').fill('+49 30 1234567')
  await page.getByLabel('Company').fill('Harbor')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page).toHaveURL(/\/1\/calendar/)
})

test('a forgotten password is reset from the email, which ends all other sessions', async ({
  browser,
  page,
  galley,
  consoleErrors,
}) => {
  consoleErrors.expect(/401|422/, 'the ended session, and the used link, are refused')
  const email = freshAddress('hedy')
  await makeMember(galley, email)
  const formerBrowser = await browser.newContext()
  const former = await formerBrowser.newPage()
  await former.goto('/')
  await logIn(former, email)
  await expect(former).toHaveURL(/\/1\/calendar/)

  consoleErrors.watch(page)
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(
    page.getByText('An email has been sent to your email address with instructions to reset your password'),
  ).toBeVisible()
  const link = linkIn(await mailTo(galley, email, /Set a new password/), '/change-password')
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('another horse battery')
  await page.getByLabel('Confirm password', { exact: true }).fill('another horse battery')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Your password has been changed. Log in with the new one.')).toBeVisible()

  // Its page may learn of the end by itself, and go to the login at any moment.
  await former.close()
  const returning = await formerBrowser.newPage()
  await returning.goto('/')
  await expect(returning.getByRole('button', { name: 'Log in' })).toBeVisible()
  await logIn(page, email, 'another horse battery')
  await expect(page).toHaveURL(/\/1\/calendar/)
  await returning.goto(link)
  await expect(returning.getByText('This link has expired or was already used.')).toBeVisible()
})

test('a person changes their name and picture', async ({ page, galley, consoleErrors }, info) => {
  const email = freshAddress('joan')
  await makeMember(galley, email)
  consoleErrors.watch(page)
  await page.goto('/')
  await logIn(page, email)
  // A menu that is opened before the redirect disappears with the page.
  await expect(page).toHaveURL(/\/1\/calendar/)
  await openProfile(page)
  const dialog = page.getByRole('dialog', { name: 'Edit Profile' })
  const photo = info.outputPath('me.jpg')
  await writePhoto(photo)
  await dialog.locator('input[type=file]').setInputFiles(photo)
  const crop = page.getByRole('dialog', { name: 'Picture' })
  await crop.getByRole('button', { name: 'Use picture' }).click()
  await expect(crop).toBeHidden()
  await dialog.getByLabel('Last name').fill('Clarke')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Changes saved')).toBeVisible()
  const menu = page.getByRole('button', { name: 'User menu, Grace Clarke' })
  await expect(menu).toBeFocused()
  await expect
    .poll(() => menu.locator('img').evaluate(image => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})

test('a person who has to wait because somebody guesses logs in on a new device with a mailed code', async ({
  page,
  galley,
  consoleErrors,
}) => {
  consoleErrors.expect(/422|429/, 'the password has to wait, and a wrong code is refused')
  consoleErrors.watch(page)
  const email = freshAddress('annie')
  await makeMember(galley, email)
  for (let turn = 0; turn < 5; turn++)
    await fetch(`${galley}/api/auth/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `guess ${turn}` }),
    })
  await page.goto('/')
  await logIn(page, email)
  await page.getByRole('button', { name: 'Log in with a code by email' }).click()
  await page.getByLabel('Code', { exact: true }).fill('BCDF-GHJK')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('This code is wrong or has expired.')).toBeVisible()
  const { text } = await mailTo(galley, email, /Your code to log in/)
  await page.getByLabel('Code', { exact: true }).fill(/[A-Z\d]{4}-[A-Z\d]{4}/.exec(text)?.[0] ?? '')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/1\/calendar/)
})
