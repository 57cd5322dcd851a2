import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { cardGatewayCredentials } from '#sandbox/platform/app-credentials.ts'
import { expect, test } from './fixtures.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { signUp } from './pages/newcomer.ts'
import { ownServer } from './test-servers.ts'

// An installation with a publishable key: a Galley of its own, because the other journeys type numbers into Galley's fields.
const port = ownServer().port + 300
const galleyUrl = `http://127.0.0.1:${port}`
const dataDir = mkdtempSync(join(tmpdir(), 'galley-hosted-'))
let galley: ChildProcess
test.beforeAll(async () => {
  const env = {
    ...process.env,
    PORT: String(port),
    SANDBOX_PORT: String(port + 1),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    CARD_GATEWAY_PUBLIC_KEY: cardGatewayCredentials.publishable_key,
    RAW_CARD_NUMBERS: 'off',
  }
  galley = spawn('node_modules/.bin/node', ['server/src/main.ts'], { env, stdio: 'ignore' })
  await expect(async () => {
    expect((await fetch(galleyUrl)).status).toBe(200)
  }).toPass({ timeout: 120_000 })
})
test.afterAll(async () => {
  const ended = new Promise(resolve => galley.once('exit', resolve))
  galley.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
})

const inFrame = (page: Page, title: string) =>
  page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox')

async function typeCard(page: Page, number: string): Promise<void> {
  await inFrame(page, 'Secure card number input frame').pressSequentially(number)
  const year = (new Date().getFullYear() + 2) % 100
  await inFrame(page, 'Secure expiration date input frame').pressSequentially(`12${year}`)
  await inFrame(page, 'Secure CVC input frame').pressSequentially('917')
}

test('a card number is typed into the gateway’s own fields, and Galley never gets it', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.watch(page)
  consoleErrors.expect(/422 \(Unprocessable/, 'the bank declines the first card')
  const sent: string[] = []
  page.on('request', request => {
    if (new URL(request.url()).port === String(port))
      sent.push(`${request.url()} ${request.postData() ?? ''}`)
  })
  await signUp(page, `${galleyUrl}/signup`, ['Ines', 'Duarte'])

  await test.step('what is missing is said at each field', async () => {
    await expect(page).toHaveURL(/\/add-card/)
    await expect(inFrame(page, 'Secure CVC input frame')).toBeVisible()
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page.getByText('Card number is required')).toBeVisible()
    await expect(page.getByText('CVC is required')).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
  })
  await test.step('a declined card is refused in the gateway’s words, and the form stays', async () => {
    await page.getByLabel('Name on card', { exact: true }).fill('Ines Duarte')
    await typeCard(page, '4000000000000002')
    await page.getByRole('button', { name: 'Add card' }).click()
    await expect(page.getByText(/declined/)).toBeVisible()
    await expect(inFrame(page, 'Secure card number input frame')).toHaveValue('4000 0000 0000 0002')
  })
  await test.step('a card whose bank asks is confirmed at the bank', async () => {
    await inFrame(page, 'Secure card number input frame').fill('')
    await inFrame(page, 'Secure card number input frame').pressSequentially('4000002500003155')
    await page.getByRole('button', { name: 'Add card' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Card added')).toBeVisible()
    await expect(page).toHaveURL(/\/create-agency\/1$/)
  })
  await test.step('it is replaced on the billing page', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page.getByRole('heading', { name: 'Invite team members' })).toBeVisible()
    await page.goto(`${galleyUrl}/billing`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await typeCard(page, '5555555555554444')
    await page.getByRole('button', { name: 'Save card' }).click()
    await expect(page.getByText('Card updated').first()).toBeVisible()
    await expect(page.getByLabel('Card number')).toHaveValue('XXXX XXXX XXXX 4444')
  })
  expect(sent.filter(request => /\/pay\/|\/bill\/processupdate/.test(request)).length).toBeGreaterThan(2)
  for (const number of ['4000000000000002', '4000002500003155', '5555555555554444', '917'])
    expect(sent.filter(request => request.replaceAll(/[\s+]|%20/g, '').includes(`"${number}"`))).toEqual([])
})

test('a card form whose gateway cannot be reached says so, and tries again', async ({
  page,
  consoleErrors,
}) => {
  consoleErrors.expect(/ERR_FAILED/, 'the gateway’s script is blocked')
  await page.route('**/cards/v3.js*', route => route.abort())
  await signUp(page, `${galleyUrl}/signup`, ['Noor', 'Haddad'])
  await expect(page.getByText('The payment service could not be reached')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/cards/v3.js*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(inFrame(page, 'Secure card number input frame')).toBeVisible()
})
