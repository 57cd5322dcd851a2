import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'

/** What a browser keeps of its subscription: the private key as base64url. */
export type SubscriptionKeys = { readonly privateKey: string; readonly auth: string }

const SALT_BYTES = 16
const KEY_BYTES = 65
const TAG_BYTES = 16
/** RFC 8188: after the last byte of the text in the last record. */
const LAST_RECORD = 2

const derive = (secret: Buffer, salt: Buffer, info: Buffer | string, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length))

/** The text of a message (RFC 8291), as the browser decrypts it. @throws Error where a browser would drop it */
export function decrypt(body: Buffer, { privateKey, auth }: SubscriptionKeys): string {
  const salt = body.subarray(0, SALT_BYTES)
  const recordSize = body.readUInt32BE(SALT_BYTES)
  const keyLength = body.readUInt8(SALT_BYTES + 4)
  if (keyLength !== KEY_BYTES) throw new Error('the key of the sender does not have 65 bytes')
  const begin = SALT_BYTES + 5
  const senderKey = body.subarray(begin, begin + KEY_BYTES)
  const record = body.subarray(begin + KEY_BYTES)
  if (record.length > recordSize) throw new Error('more than one record')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(Buffer.from(privateKey, 'base64url'))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), senderKey])
  const secret = derive(ecdh.computeSecret(senderKey), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(record.subarray(-TAG_BYTES))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()])
  const end = padded.findLastIndex(byte => byte !== 0)
  if (padded[end] !== LAST_RECORD) throw new Error('the last record does not end as one')
  return padded.subarray(0, end).toString('utf8')
}
