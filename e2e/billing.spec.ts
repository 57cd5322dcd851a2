import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { givenAgency, givenProject, type Person } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { mailTo } from './pages/mailbox.ts'
import { sandboxUrl } from './pages/sandbox.ts'

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

type OpenAs = (who: Person) => Promise<Page>

/** Signed in as an admin whose agency has a running trial and a project. */
async function openAgency(openAs: OpenAs, galley: string) {
  const before = await newestCustomer(galley)
  const admin = await givenAgency()
  const projectId = await givenProject({ by: admin })
  let customer = ''
  await expect(async () => {
    customer = await newestCustomer(galley)
    expect(customer).not.toBe(before)
  }).toPass()
  return { page: await openAs(admin), email: admin.email, projectId, customer }
}

const letBank = (galley: string, customer: string, mood: 'confirm') =>
  fetch(`${sandboxUrl(galley)}/cards/customers/${customer}/${mood}`, { method: 'POST', redirect: 'manual' })

test('a subscription goes from its trial through a declined payment to a paid one', async ({
  openAs,
  galley,
}) => {
  const { page, projectId, customer } = await openAgency(openAs, galley)
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

  await test.step('after the trial it is charged, with an invoice', async () => {
    await advance(galley, customer, 15)
    await expectSoon(page, /US\$ 34 a month/)
    await expect(page.getByText(/· Paid/).first()).toBeVisible()
  })

  await test.step('a declined payment is shown on the page and above the project’s pages', async () => {
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

test('what a bank wants confirmed is confirmed: another card on the billing page, and a charge from the mail', async ({
  openAs,
  galley,
}) => {
  const { page, email, projectId, customer } = await openAgency(openAs, galley)
  await page.goto('/billing')

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
