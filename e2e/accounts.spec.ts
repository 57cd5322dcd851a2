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

test('an empty or invalid form shows an error at each field, and nothing typed is lost', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.watch(page)
  await page.goto('/signup')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  await expect(page.getByText(/ is required$/)).toHaveCount(7)
  await expectAccessible(page)

  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper 2')
  await page.getByLabel('Email').fill('grace')
  await page.getByLabel('Password', { exact: true }).fill('password1')
  await page.getByLabel('Confirm password', { exact: true }).fill('password2')
  await page.getByLabel('Phone number').fill('call me')
  await page.getByLabel('Company').fill('IT')
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  for (const text of [
    'Field should not contain numbers and special symbols',
    'Invalid email',
    'This password is among the first that anybody would try. Please choose another one',
    "Passwords doesn't match",
    'Phone number is not valid',
    'Please enter an company name between 3 and 255 characters',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('IT')
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
  const former = await (await browser.newContext()).newPage()
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

  await former.reload()
  await expect(former.getByRole('button', { name: 'Log in' })).toBeVisible()
  await logIn(page, email, 'another horse battery')
  await expect(page).toHaveURL(/\/1\/calendar/)
  await former.goto(link)
  await expect(former.getByText('This link has expired or was already used.')).toBeVisible()
})

test('a person changes their name and picture, and signs out another device', async ({
  browser,
  page,
  galley,
  consoleErrors,
}, info) => {
  consoleErrors.expect(/401/, 'the session that was ended is refused')
  const email = freshAddress('joan')
  await makeMember(galley, email)
  const other = await (await browser.newContext(phone)).newPage()
  await other.goto('/')
  await logIn(other, email)
  await expect(other).toHaveURL(/\/1\/calendar/)

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

  await openProfile(page)
  await dialog.getByRole('tab', { name: 'Sessions' }).click()
  await expect(dialog.getByText('This device')).toBeVisible()
  await expectAccessible(page)
  // The sign-up itself was one as well.
  const others = dialog.getByRole('button', { name: /^Sign out (?!everywhere)/ })
  await expect(others).toHaveCount(2)
  await others.first().click()
  await expect(others).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(dialog.getByText('No other devices are signed in.')).toBeVisible()
  await other.reload()
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible()
})
