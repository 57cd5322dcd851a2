import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PushDevice } from '#domain/notifications/push-contract.ts'
import { pushKey } from '#web/platform/session.ts'
import { beginSession, pushRenewedKey, storeToken } from '#web/platform/token.ts'
import { openScreen } from '../../../testing/fake-project-server.tsx'
import { renewSubscription } from './push-api.ts'
import { PushPanel } from './push-panel.tsx'

const publicKey = Buffer.alloc(65, 4).toString('base64url')
const device = (changes: Partial<PushDevice> = {}): PushDevice => ({
  id: 7,
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0',
  created_at: '2026-06-01T08:00:00.000Z',
  last_sent_at: null,
  is_current: true,
  ...changes,
})
const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }

/** A browser with its push service: `permission` is what the person answers. */
const browserWith = (permission: NotificationPermission) => {
  let subscription: PushSubscription | null = null
  const subscribe = vi.fn(async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
    subscription = {
      options: { applicationServerKey: (applicationServerKey as Uint8Array<ArrayBuffer>).buffer },
      toJSON: () => ({ endpoint: 'https://push.example.com/1', keys }),
      unsubscribe: vi.fn(async () => {
        subscription = null
        return true
      }),
    } as unknown as PushSubscription
    return subscription
  })
  const registration = { pushManager: { getSubscription: async () => subscription, subscribe } }
  vi.stubGlobal('PushManager', class {})
  const notification = {
    permission: 'default',
    requestPermission: async () => {
      notification.permission = permission
      return permission
    },
  }
  vi.stubGlobal('Notification', notification)
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: {
      getRegistration: async () => registration,
      register: vi.fn(async () => registration),
      ready: Promise.resolve(registration),
    },
  })
  return { subscribe, subscription: () => subscription }
}
beforeEach(() => {
  localStorage.removeItem(pushKey)
  localStorage.removeItem(pushRenewedKey)
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

/** `status`: of the answer to a browser that is added. */
const open = (listed: PushDevice[] = [], status = 200) => {
  let devices = listed
  return openScreen(() => <PushPanel />, {
    answer: ({ method, path }) => {
      if (path === '/notifications/push-devices' && method === 'POST') {
        if (status !== 200) return { status, code: 'not_found', message: 'Not found' }
        devices = [device(), ...devices]
        return { data: device() }
      }
      if (path === '/notifications/push-devices') return { data: { public_key: publicKey, devices } }
      if (path.endsWith('/test')) return { data: { problem: null } }
      if (method !== 'DELETE') return null
      devices = devices.filter(({ id }) => !path.endsWith(`/${id}`))
      return { data: {} }
    },
  })
}
const switchHere = () => screen.findByRole('switch', { name: /Tell me in this browser/ })
const isOn = async () => ((await switchHere()) as HTMLInputElement).checked

describe('Push', () => {
  it('is turned on in this browser with the permission of the person, tested, and turned off', async () => {
    const browser = browserWith('granted')
    const page = await open()
    expect(await isOn()).toBe(false)
    await page.user.click(await switchHere())
    expect(await screen.findByText('Push is on in this browser')).toBeTruthy()
    expect(page.sent('POST').map(({ body }) => body)).toEqual([
      { endpoint: 'https://push.example.com/1', keys },
    ])
    await page.user.click(await screen.findByRole('button', { name: 'Send a test message' }))
    expect(await screen.findByText('A test message is on its way')).toBeTruthy()
    await page.user.click(await switchHere())
    expect(await screen.findByText('Push is off in this browser')).toBeTruthy()
    expect(page.sent('DELETE').map(({ path }) => path)).toEqual(['/notifications/push-devices/7'])
    expect(browser.subscription()).toBeNull()
    expect(localStorage.getItem(pushKey)).toBeNull()
  })

  it('stays off and says why when the person refuses the browser’s question', async () => {
    const { subscribe } = browserWith('denied')
    const page = await open()
    await page.user.click(await switchHere())
    expect(await screen.findByText(/This browser blocks messages from Galley/)).toBeTruthy()
    expect(await isOn()).toBe(false)
    expect(subscribe).not.toHaveBeenCalled()
  })

  it('says that a browser cannot do it', async () => {
    await open()
    expect(await screen.findByText('This browser cannot show messages of web pages.')).toBeTruthy()
    expect(await switchHere()).toHaveProperty('disabled', true)
  })

  it('says what an iPhone needs first', async () => {
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, { get: (of, name) => (name === 'userAgent' ? 'iPhone' : Reflect.get(of, name)) }),
    )
    await open()
    expect(await screen.findByText(/put Galley on the home screen first/)).toBeTruthy()
  })

  it('is off for another person of the same browser', async () => {
    const browser = browserWith('granted')
    await browser.subscribe({ applicationServerKey: new Uint8Array(65) })
    localStorage.setItem(pushKey, '999 7')
    await open()
    expect(await isOn()).toBe(false)
  })

  it('lists the other browsers, which can be removed', async () => {
    browserWith('granted')
    const page = await open([
      device({ id: 9, is_current: false, user_agent: 'Mozilla/5.0 (iPhone) Safari/1' }),
    ])
    const others = within(await screen.findByRole('list'))
    expect(others.getByText('Safari on iPhone')).toBeTruthy()
    await page.user.click(others.getByRole('button', { name: 'Remove Safari on iPhone' }))
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull())
    expect(page.sent('DELETE').map(({ path }) => path)).toEqual(['/notifications/push-devices/9'])
  })
})

describe('A subscription', () => {
  const me = 5
  const renew = async (status = 200) => {
    const browser = browserWith('granted')
    const page = await open([], status)
    vi.stubGlobal('Notification', { permission: 'granted' })
    await browser.subscribe({ applicationServerKey: new Uint8Array(65) })
    localStorage.setItem(pushKey, `${me} 7`)
    const former = browser.subscription()
    await renewSubscription(me)
    return { browser, page, former }
  }

  it('is made anew when the key of the installation has changed, and kept when it has not', async () => {
    const { browser, page, former } = await renew()
    expect(former?.unsubscribe).toHaveBeenCalled()
    const present = browser.subscription()
    localStorage.removeItem(pushRenewedKey)
    await renewSubscription(me)
    expect(present?.unsubscribe).not.toHaveBeenCalled()
    expect(page.sent('POST').map(({ body }) => (body as { renews?: number }).renews)).toEqual([7, 7])
  })

  it('ends here when it was removed from another browser', async () => {
    const { browser } = await renew(404)
    expect(browser.subscription()).toBeNull()
    expect(localStorage.getItem(pushKey)).toBeNull()
  })

  it('stays while Galley cannot be reached', async () => {
    const { browser } = await renew(503)
    expect(browser.subscription()).not.toBeNull()
    expect(localStorage.getItem(pushKey)).toBe(`${me} 7`)
  })

  const session = { token: 'good', expires_in: 3600 }
  it.each([
    ['once for all pages of a day', () => vi.setSystemTime(Date.now() + 86_399_000), 1],
    ['again the next day', () => vi.setSystemTime(Date.now() + 86_400_000), 2],
    ['at once after another sign-in', () => beginSession(session), 2],
    ['not for another token of the same session', () => storeToken(session), 1],
  ])('is told to Galley %s', async (_, change, times) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { page } = await renew()
      change()
      await renewSubscription(me)
      expect(page.sent('POST')).toHaveLength(times)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is told to Galley at once when the browser has another one', async () => {
    const { browser, page } = await renew()
    await browser.subscription()?.unsubscribe()
    await renewSubscription(me)
    expect(page.sent('POST')).toHaveLength(2)
  })

  it('of somebody else is left alone', async () => {
    const { page } = await renew()
    await renewSubscription(999)
    expect(page.sent('POST')).toHaveLength(1)
  })
})
