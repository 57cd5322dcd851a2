import type { Page } from '@playwright/test'
import { startApprovals } from '#domain/approvals/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { moveClock } from './clock.ts'
import { expect, test } from './fixtures.ts'
import { demoPerson, givenMember, givenPost, givenProject } from './given.ts'
import { expectAccessible } from './pages/accessibility.ts'
import { sandboxUrl } from './pages/sandbox.ts'
import { today } from './time.ts'

type Subscription = { readonly endpoint: string; readonly keys: Record<string, string> }

/** Chromium's own push service is on the internet: this page subscribes at the sandbox's. @returns what arrives there */
const subscribeAtSandbox = async (page: Page, sandbox: string) => {
  const made: Subscription[] = []
  await page.exposeFunction('subscribeAtSandbox', async (public_key: string) => {
    const answer = await fetch(`${sandbox}/push/subscribers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ public_key }),
    })
    const subscription = (await answer.json()) as Subscription
    made.push(subscription)
    return subscription
  })
  await page.addInitScript(() => {
    let present: object | null = null
    const { subscribeAtSandbox } = window as unknown as { subscribeAtSandbox(key: string): Promise<object> }
    PushManager.prototype.getSubscription = async () => present as PushSubscription | null
    PushManager.prototype.subscribe = async options => {
      const key = options?.applicationServerKey as Uint8Array<ArrayBuffer>
      const text = btoa(String.fromCharCode(...key))
      const subscription = await subscribeAtSandbox(
        text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
      )
      const unsubscribe = async () => {
        present = null
        return true
      }
      present = { options: { applicationServerKey: key.buffer }, toJSON: () => subscription, unsubscribe }
      return present as PushSubscription
    }
  })
  return async () => {
    const id = made[0]?.endpoint.split('/').at(-1)
    const listed = await (await fetch(`${sandbox}/push/messages?subscriber=${id}`)).json()
    return (listed as { text: string }[]).map(({ text }) => text)
  }
}

/** Hands a message to the service worker as the browser does. @returns what is shown then */
const showPush = async (page: Page, data: string) => {
  const devtools = await page.context().newCDPSession(page)
  const registered = new Promise<string>(resolve => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const origin = new URL(page.url()).origin
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  return () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const shown = (await registration?.getNotifications()) ?? []
      return shown.map(({ title, body, data: { url } }) => ({ title, body, url }))
    })
}

test('an approver turns push on in their browser, and is shown there what waits for them', async ({
  openAs,
  galley,
}) => {
  const project = await givenProject({ networks: ['facebook'] })
  const approver = await givenMember('internal-approver', { project })
  const page = await openAs(approver, {}, `/${project}/calendar-approval`)
  await page.context().grantPermissions(['notifications'])
  const arrived = await subscribeAtSandbox(page, sandboxUrl(galley))
  await page.goto(`/${project}/settings/notifications`)

  await test.step('one switch turns it on, and what waits for them is chosen', async () => {
    await page.getByRole('switch', { name: /Tell me in this browser/ }).click()
    await expect(page.getByText('Push is on in this browser')).toBeVisible()
    const row = page.getByRole('checkbox', { name: 'Push: A post is waiting for my approval' })
    await expect(row).toBeChecked()
    await expect(page.getByRole('checkbox', { name: 'Push: A note was written' })).not.toBeChecked()
    await expectAccessible(page)
  })

  const at = { date: addDays(today(), 40), time: '10:00' }
  const post = await givenPost({ project, at, message: 'Fresh beans' })
  const admin = await demoPerson('agency-admin')
  await admin.call(startApprovals, { body: { posts_ids: [post.id] } })
  await moveClock(60_000)

  await test.step('a post that is sent for approval arrives and is shown', async () => {
    await expect.poll(arrived, { timeout: 60_000 }).toHaveLength(1)
    const [text = ''] = await arrived()
    const message = JSON.parse(text) as { title: string; body: string; url: string }
    expect(message.body).toBe('Fresh beans')
    expect(message.title).toMatch(/^Approve a post for /)
    const { title, body, url } = message
    await expect.poll(await showPush(page, text)).toEqual([{ title, body, url }])
    await page.goto(url)
    await expect(page.getByText('Fresh beans').first()).toBeVisible()
  })
})
