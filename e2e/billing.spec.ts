import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { freshAddress, logIn, newcomerPassword } from './pages/newcomer.ts'
import { sandboxUrl } from './pages/sandbox.ts'

const year = new Date().getFullYear() + 3
const cardOf = (cardNumber: string) => ({
  ...{ cardName: 'Grace Hopper', cardNumber, expiryMonth: 12, expiryYear: year, cvc: '123' },
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
    ...{ name: 'Grace', last_name: 'Hopper', email, phone_number: '+49 30 1234567', company: 'Harbor Works' },
    ...{ password: newcomerPassword, password_confirmation: newcomerPassword },
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
  const [newest] = (await answer.json()) as { account: string }[]
  return newest?.account ?? ''
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
