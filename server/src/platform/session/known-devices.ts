import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { cookieHeader, readCookie } from './cookies.ts'
import { keyringOf, type TokenKey } from './keyring.ts'

/** An account as a device knows it: a new password makes every device unknown. */
export type DeviceAccount = { readonly id: number; readonly passwordHash: string }

const name = 'galley-devices'
/** Browsers keep a cookie for 400 days at most. */
const DAYS = 400
/** People who share a browser, or have several accounts; the latest stay. */
const ACCOUNTS = 8

const signatureOf = (key: TokenKey, { id, passwordHash }: DeviceAccount, device: string): Buffer => {
  const own = hkdfSync('sha256', key.bytes, '', 'galley known devices', 32)
  return createHmac('sha256', Buffer.from(own)).update(`${id} ${device} ${passwordHash}`).digest()
}

/** `account.device.signature`, the latest sign-in first. */
const entriesIn = (config: Config, cookies: string | null): string[] =>
  (readCookie(config.publicUrl, cookies, { name }) ?? '')
    .split('~')
    .filter(entry => /^\d{1,15}\.[\w-]{22}\.[\w-]{43}$/.test(entry))
    .slice(0, ACCOUNTS)

/**
 * The device's own name, if this account has signed in from it with its present password; otherwise null. The name is random: it says
 * nothing about the device, and another account's or a forged one is not accepted.
 */
export const findKnownDevice = (
  config: Config,
  cookies: string | null,
  account: DeviceAccount,
): string | null => {
  const entry = entriesIn(config, cookies).find(one => one.startsWith(`${account.id}.`))
  const [, device = '', signature = ''] = entry?.split('.') ?? []
  const given = Buffer.from(signature, 'base64url')
  const isSigned = keyringOf(config)().some(key => {
    const expected = signatureOf(key, account, device)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
  return isSigned ? device : null
}

/** The Set-Cookie header by which this device is known to the account from now on. It opens nothing: it is no session. */
export const rememberDevice = (config: Config, cookies: string | null, account: DeviceAccount): string => {
  const device = findKnownDevice(config, cookies, account) ?? randomBytes(16).toString('base64url')
  const [key] = keyringOf(config)()
  const entry = `${account.id}.${device}.${signatureOf(key, account, device).toString('base64url')}`
  const others = entriesIn(config, cookies).filter(one => !one.startsWith(`${account.id}.`))
  const value = [entry, ...others].slice(0, ACCOUNTS).join('~')
  return cookieHeader(config.publicUrl, { name, value, sameSite: 'Strict', seconds: DAYS * 86_400 })
}
