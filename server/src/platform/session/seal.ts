import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { Config } from '#server/config.ts'
import { openKeyring, type TokenKey } from './keyring.ts'

/** The row a token belongs to. It is bound into the seal, so that a sealed token copied to another row cannot be opened there. */
export type SealedRow = { readonly projectId: number; readonly network: string; readonly externalId: string }

/** The credentials of a social account. Never logged, never sent to a browser. */
export type AccountToken = {
  readonly token: string
  readonly secret?: string | undefined
  /** The refresh token, if the network issues one. */
  readonly refresh?: string | undefined
}

/** Sealed text with the id of the key that opens it. */
export type Sealed = { readonly sealed: Buffer; readonly keyId: string }

/** Seals and opens tokens (AES-256-GCM). Each is stored with its key's id, so that keys can be changed while Galley runs. */
export type Seal = {
  seal(row: SealedRow, token: AccountToken): Sealed
  /** @throws WrongTokenKey when its key is unknown, or it was sealed for another row or changed. */
  open(row: SealedRow, sealed: Buffer, keyId: string): AccountToken
  /** Any text, bound to the name of the place where it is stored. */
  sealText(place: string, text: string): Sealed
  /** @throws WrongTokenKey as `open` does */
  openText(place: string, sealed: Buffer, keyId: string): string
  /** The ids of the keys, the current one first. */
  keyIds(): readonly string[]
}

export class WrongTokenKey extends Error {}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const placeOf = (row: SealedRow): string => `${row.projectId}/${row.network}/${row.externalId}`

const encrypt = (key: TokenKey, place: string, text: string): Sealed => {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(place))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId: key.id }
}

const decrypt = (key: TokenKey, place: string, sealed: Buffer): string => {
  const tagEnd = NONCE_BYTES + TAG_BYTES
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place))
    .setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd))
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8')
}

/** The installation's seal. Creates the key file when there is none. @throws ConfigError when the file contains no key */
export const makeSeal = (config: Config): Seal => {
  const keyring = openKeyring(config)
  const openText = (place: string, sealed: Buffer, keyId: string): string => {
    const keys = keyring()
    const key = keys.find(({ id }) => id === keyId)
    if (!key)
      throw new WrongTokenKey(
        `it is sealed with key ${keyId}, which is not among ours (${keys.map(({ id }) => id).join(', ')})`,
      )
    try {
      return decrypt(key, place, sealed)
    } catch (error) {
      throw new WrongTokenKey('a sealed token does not open: other row, or changed', { cause: error })
    }
  }
  const sealText = (place: string, text: string) => encrypt(keyring()[0], place, text)
  return {
    sealText,
    openText,
    keyIds: () => keyring().map(({ id }) => id),
    seal: (row, token) => sealText(placeOf(row), JSON.stringify(token)),
    open: (row, sealed, keyId) => JSON.parse(openText(placeOf(row), sealed, keyId)) as AccountToken,
  }
}
