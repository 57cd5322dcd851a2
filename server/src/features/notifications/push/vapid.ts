import { createECDH, hkdfSync } from 'node:crypto'
import type { VapidDetails } from 'web-push-neo'
import type { Config } from '#server/config.ts'
import { keyringOf, type TokenKey } from '#server/platform/session/keyring.ts'

/** Push services write to this address if something is wrong with what an installation sends (RFC 8292): https, or the sender of its mails. */
const subjectOf = ({ publicUrl, mailFrom }: Config): string =>
  publicUrl.startsWith('https:') ? publicUrl : `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

const derived = new Map<string, { readonly publicKey: string; readonly privateKey: string }>()

/** Derived, so that all processes and a restored backup have the same one without a row for it. */
const pairOf = (key: TokenKey) => {
  const name = key.bytes.toString('hex')
  const known = derived.get(name)
  if (known) return known
  const scalar = Buffer.from(hkdfSync('sha256', key.bytes, '', 'galley web push', 32))
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(scalar)
  const pair = { publicKey: ecdh.getPublicKey('base64url'), privateKey: scalar.toString('base64url') }
  derived.set(name, pair)
  return pair
}

/** What browsers subscribe with now. */
export const publicKeyOf = (config: Config): string => pairOf(keyringOf(config)()[0]).publicKey

/** What a subscription that was sealed with this key is written to with; null: the key is not among ours any more. */
export const vapidOf = (config: Config, keyId: string): VapidDetails | null => {
  const key = keyringOf(config)().find(({ id }) => id === keyId)
  return key ? { subject: subjectOf(config), ...pairOf(key) } : null
}
