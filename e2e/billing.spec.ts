import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { mailTo } from './pages/mailbox.ts'
import { freshAddress, logIn, newcomerPassword } from './pages/newcomer.ts'
import { sandboxUrl } from './pages/sandbox.ts'

const year = new Date().getFullYear() + 3
const cardOf = (cardNumber: string) => ({
  cardName: 'Grace Hopper',
  cardNumber,
  expiryMonth: 12,
  expiryYear: year,
  cvc: '123',
})

const address = [
  ['First name', 'Grace'],
  ['Last name', 'Hopper'],
  ['Address', '1 Harbor Street'],
  ['State', 'Berlin'],
  ['City', 'Berlin'],
  ['Country', 'Germany'],
  ['Zip', '10115'],
] as const

/** Somebody with a card, an agency and a project. @returns the project's id */
async function makeCustomer(galley: string, email: string): Promise<number> {
  const call = async <T>(path: string, body: object, token?: string): Promise<T> => {
    const answer = await fetch(`${galley}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: T }).data
  }
  await call('/auth/signup', {
    name: 'Grace',
    last_name: 'Hopper',
    email,
    phone_number: '+49 30 1234567',
    company: 'Harbor Works',
    password: newcomerPassword,
    password_confirmation: newcomerPassword,
  })
  const { token } = await call<{ token: string }>('/auth/signin', { email, password: newcomerPassword })
  await call('/pay/payment-process', cardOf('4242424242424242'), token)
  await call('/agencies', { name: 'Harbor Works' }, token)
  const project = await call<{ id: number }>(
    '/projects',
    { name: 'Harbor', timezone: 'Europe/Berlin' },
    token,
  )
  return project.id
}

/** The gateway's customer who subscribed last. */
async function newestCustomer(galley: string): Promise<string> {
  const answer = await fetch(`${sandboxUrl(galley)}/sandbox/cards/subscriptions`)
  // The oldest comes first.
  return ((await answer.json()) as { account: string }[]).at(-1)?.account ?? ''
}

const advance = (galley: string, customer: string, days: number) =>
  fetch(`${sandboxUrl(galley)}/cards/customers/${customer}/advance`, {
    method: 'POST',
    body: new URLSearchParams({ days: String(days) }),
    redirect: 'manual',
  })

async function replaceCard(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Save card' }).click()
  await expect(page.getByText('Card updated').first()).toBeVisible()
}

/** Loads the page again until it shows this: the gateway's messages take a moment. */
const expectSoon = (page: Page, text: RegExp | string) =>
  expect(async () => {
    await page.reload()
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 3000 })
  }).toPass()

test('a subscription goes from its trial through a declined payment to a paid one', async ({
  page,
  galley,
  consoleErrors,
}) => {
  consoleErrors.watch(page)
  const email = freshAddress('grace')
  const projectId = await makeCustomer(galley, email)
  let customer = ''
  await expect(async () => {
    customer = await newestCustomer(galley)
    expect(customer).not.toBe('')
  }).toPass()
  await page.goto('/')
  await logIn(page, email)

  await test.step('the menu leads to the trial', async () => {
    await page
      .getByRole('button', { name: /^User menu/ })
      .filter({ visible: true })
      .first()
      .click()
    await page.getByRole('link', { name: 'Billing' }).click()
    await expect(page.getByRole('heading', { name: 'Billing', level: 1 })).toBeVisible()
    await expectSoon(page, /14 days remaining/)
    await expectAccessible(page)
  })

  await test.step('the billing address is saved', async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('First name is required')).toBeVisible()
    for (const [label, text] of address) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Billing address saved')).toBeVisible()
  })

  await test.step('after the trial it is charged, with an invoice', async () => {
    await advance(galley, customer, 15)
    await expectSoon(page, /US\$ 34 a month/)
    await expect(page.getByText(/· Paid/).first()).toBeVisible()
  })

  await test.step('a declined payment is told on the page and above the project’s pages', async () => {
    await replaceCard(page, '4000000000000887')
    await advance(galley, customer, 31)
    await expectSoon(page, 'The last payment did not go through')
    await expectAccessible(page)
    await page.goto(`/${projectId}/calendar`)
    await expect(page.getByText(/Without a payment your agency becomes read-only/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Open Billing' }).click()
  })

  await test.step('another card pays at once, and the banner is gone', async () => {
    await replaceCard(page, '4242424242424242')
    await page.getByRole('button', { name: /^Pay Invoice .* now$/ }).click()
    await expect(page.getByText('Invoice paid')).toBeVisible()
    await expect(page.getByText('The last payment did not go through')).toBeHidden()
    await page.goto(`/${projectId}/calendar`)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText(/becomes read-only/)).toBeHidden()
  })
})

const letBank = (galley: string, customer: string, mood: 'accept' | 'decline' | 'confirm') =>
  fetch(`${sandboxUrl(galley)}/cards/customers/${customer}/${mood}`, { method: 'POST', redirect: 'manual' })

/** Signed in as an admin whose agency has a running trial. */
async function openBilling(page: Page, galley: string, name: string) {
  const email = freshAddress(name)
  const before = await newestCustomer(galley)
  const projectId = await makeCustomer(galley, email)
  let customer = ''
  await expect(async () => {
    customer = await newestCustomer(galley)
    expect(customer).not.toBe(before)
  }).toPass()
  await page.goto('/')
  await logIn(page, email)
  const menu = page.getByRole('button', { name: /^User menu/ }).filter({ visible: true })
  await expect(menu.first()).toBeVisible()
  await page.goto('/billing')
  await expectSoon(page, /14 days remaining/)
  return { email, projectId, customer }
}

test('an admin who looks elsewhere is told of a failed payment under the bell, which leads to Billing', async ({
  page,
  galley,
}) => {
  const { projectId, customer } = await openBilling(page, galley, 'mira')
  await page.goto(`/${projectId}/calendar`)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
  await letBank(galley, customer, 'decline')
  await advance(galley, customer, 15)

  await page.getByRole('button', { name: /^Notifications, \d unread/ }).click({ timeout: 40_000 })
  const entry = page.getByRole('dialog', { name: 'Notifications' }).getByRole('link').first()
  await expect(entry).toContainText('Harbor Works')
  await expect(entry).toContainText('The payment did not go through')
  await expectAccessible(page)
  await entry.click()
  await expect(page).toHaveURL(/\/billing$/)
  await page.goto(`/${projectId}/calendar`)
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible()
})

test('what a bank wants confirmed is confirmed: another card on the billing page, and a charge from the mail', async ({
  page,
  galley,
}) => {
  const { email, projectId, customer } = await openBilling(page, galley, 'ines')

  await test.step('another card leads to the bank and back', async () => {
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await page.getByLabel('Card number').fill('4000 0025 0000 3155')
    await page.getByLabel('CVC').fill('123')
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByRole('heading', { name: 'Your bank asks' })).toBeVisible()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Card updated').first()).toBeVisible()
    await expect(page).toHaveURL(/\/billing$/)
    await expect(page.getByLabel('Card number')).toHaveValue('XXXX XXXX XXXX 3155')
  })

  await test.step('a charge that the bank asks about is said on the page and above the calendar', async () => {
    await letBank(galley, customer, 'confirm')
    await advance(galley, customer, 15)
    await expectSoon(page, 'Your bank asks you to confirm a payment')
    await expect(page.getByText(/Waiting for your confirmation/)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.goto(`/${projectId}/calendar`)
    const banner = page.getByRole('main').getByRole('status').filter({ hasText: 'Without the confirmation' })
    await expect(banner).toBeVisible()
    await expect(page.getByRole('button', { name: 'Today' })).toBeVisible()
    // A phone's calendar begins with today, and must not scroll the banner below the header for that.
    const edges = await Promise.all([page.getByRole('banner').boundingBox(), banner.boundingBox()])
    expect(edges[1]?.y).toBeGreaterThanOrEqual((edges[0]?.y ?? 0) + (edges[0]?.height ?? 0))
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the mail leads to the confirmation, after which nothing is missing', async () => {
    const mail = await mailTo(galley, email, /^Please confirm the payment for Harbor Works/)
    const [link = ''] = /https?:\/\/\S+\/cards\/invoices\/\S+/.exec(mail.text) ?? []
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.goto('/billing')
    await expectSoon(page, /US\$ 34 a month/)
    await expectSoon(page, /Next charge on/)
    await expect(page.getByText('Your bank asks you to confirm a payment')).toBeHidden()
  })
})

test('a subscription is cancelled, continued, ends, makes the agency read-only, and is started again', async ({
  page,
  galley,
}) => {
  const { projectId, customer } = await openBilling(page, galley, 'noor')
  const press = async (name: string, answer: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
  }

  await test.step('cancelled, it ends with its period; continued, it goes on', async () => {
    await press('Cancel subscription', 'Cancel subscription')
    await expect(page.getByText(/Your subscription is cancelled. It ends on/)).toBeVisible()
    await expectAccessible(page)
    await press('Continue subscription', 'Continue')
    await expect(page.getByText(/Next charge on/)).toBeVisible()
  })
  await test.step('after its end the agency is read-only, with the day until which posts go out', async () => {
    await press('Cancel subscription', 'Cancel subscription')
    await expect(page.getByText(/Your subscription is cancelled/).first()).toBeVisible()
    await advance(galley, customer, 15)
    await expectSoon(page, 'Your agency is read-only')
    await expectAccessible(page)
    await page.goto(`/${projectId}/calendar`)
    await expect(page.getByText(/Posts that were already scheduled still go out until/)).toBeVisible()
  })
  await test.step('a declined card begins nothing; the bank’s yes begins it, and everything works', async () => {
    await page.goto('/billing')
    await letBank(galley, customer, 'decline')
    await press('Start subscription', 'Start subscription')
    await expect(page.getByText('Your card has insufficient funds.').first()).toBeVisible()
    await letBank(galley, customer, 'accept')
    await page.reload()
    await press('Start subscription', 'Start subscription')
    await expect(page.getByText('Subscription started')).toBeVisible()
    await expect(page.getByText(/US\$ 34 a month/)).toBeVisible()
    await page.goto(`/${projectId}/calendar`)
    await expect(page.getByRole('main')).toBeVisible()
    await expect(page.getByText(/read-only/)).toBeHidden()
  })
})
