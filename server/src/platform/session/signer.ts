import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { keyringOf, type TokenKey } from './keyring.ts'

/** What a signature is for. One that was made for something else does not count. */
export type Purpose =
  | 'media cookie'
  | 'media address'
  | 'approval device code'
  | 'sign-in code'
  | 'stop mails'
  | 'approval certificate'
  | 'proof pass'

/** Signs what Galley hands out and is shown again later. */
export type Signer = {
  sign(purpose: Purpose, text: string): string
  /** Whether one of the installation's keys has signed this text for this purpose. */
  isSigned(purpose: Purpose, text: string, signature: string): boolean
}

/** Derived once: keys are few, and every picture needs one. */
const derived = new Map<string, Buffer>()

const keyFor = (key: TokenKey, purpose: Purpose): Buffer => {
  const name = `${key.bytes.toString('hex')} ${purpose}`
  const known = derived.get(name) ?? Buffer.from(hkdfSync('sha256', key.bytes, '', `galley ${purpose}`, 32))
  derived.set(name, known)
  return known
}

const signWith = (key: TokenKey, purpose: Purpose, text: string): Buffer =>
  createHmac('sha256', keyFor(key, purpose)).update(text).digest()

/** The installation's signer: HMAC-SHA256 with keys derived from those that encrypt the networks' tokens. @throws ConfigError */
export const signerOf = oncePer((config: Config): Signer => {
  const keyring = keyringOf(config)
  return {
    sign: (purpose, text) => signWith(keyring()[0], purpose, text).toString('base64url'),
    isSigned: (purpose, text, signature) => {
      const shown = Buffer.from(signature, 'base64url')
      return keyring().some(key => {
        const own = signWith(key, purpose, text)
        return own.length === shown.length && timingSafeEqual(own, shown)
      })
    },
  }
})
