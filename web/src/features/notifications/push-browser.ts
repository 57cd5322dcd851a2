import type { PushSubscriptionKeys } from '#domain/notifications/push-contract.ts'
import { pushKey } from '#web/platform/session.ts'
import { pushRenewedKey } from '#web/platform/token.ts'

/**
 * What this browser can do: `off` and `on` are the person's choice. `home-screen`: only once Galley is on the home screen, as on an iPhone.
 * `blocked`: the person has forbidden it in the browser's own settings.
 */
export type PushState = 'unsupported' | 'home-screen' | 'blocked' | 'off' | 'on'

const WORKER = '/push-worker.js'

const isAppleHandheld = (): boolean =>
  /iPhone|iPad/.test(navigator.userAgent) || (/Mac/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await navigator.serviceWorker.getRegistration('/'))?.pushManager.getSubscription()) ?? null

const DAY_MS = 86_400_000

/** Whether Galley has heard within a day, and in this session, where this browser's messages go. */
export const isFresh = async (): Promise<boolean> => {
  const [at, endpoint] = (localStorage.getItem(pushRenewedKey) ?? '').split(' ')
  const present = (await findSubscription())?.toJSON().endpoint
  return Math.abs(Date.now() - Number(at)) < DAY_MS && present !== undefined && endpoint === present
}

/** The device as which this person has turned push on here, or null. */
export const readDevice = (personId: number): number | null => {
  const [person, device] = (localStorage.getItem(pushKey) ?? '').split(' ').map(Number)
  return person === personId && device ? device : null
}

/** `endpoint`: where Galley sends to from now on. */
export const storeDevice = (personId: number, deviceId: number, endpoint: string): void => {
  localStorage.setItem(pushKey, `${personId} ${deviceId}`)
  localStorage.setItem(pushRenewedKey, `${Date.now()} ${endpoint}`)
}

/** `personId`: who is signed in. What somebody else has turned on in the same browser is off for them. */
export const readPushState = async (personId: number): Promise<PushState> => {
  // They exist on https and localhost only.
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isAppleHandheld() ? 'home-screen' : 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  return readDevice(personId) !== null && (await findSubscription()) ? 'on' : 'off'
}

const keyBytes = (key: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), letter => letter.charCodeAt(0))

const hasKey = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const present = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return present.length === key.length && present.every((byte, index) => byte === key[index])
}

/** Subscribes with the installation's present key. @returns where Galley sends to */
export const subscribeBrowser = async (publicKey: string): Promise<PushSubscriptionKeys> => {
  const key = keyBytes(publicKey)
  const { pushManager } = await navigator.serviceWorker.register(WORKER, { updateViaCache: 'none' })
  await navigator.serviceWorker.ready
  const present = await pushManager.getSubscription()
  if (present && !hasKey(present, key)) await present.unsubscribe()
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint = '', keys = {} } = made.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } }
}

/** Asks the person for permission if need be: call it in their click. */
export const isPermitted = async (): Promise<boolean> =>
  (await Notification.requestPermission()) === 'granted'

/** A browser that has no subscription shows nothing, whether Galley hears of it or not. */
export const endSubscription = async (): Promise<void> => {
  localStorage.removeItem(pushKey)
  localStorage.removeItem(pushRenewedKey)
  await (await findSubscription())?.unsubscribe()
}
