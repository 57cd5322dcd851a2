import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, makeKey } from '#server/config.ts'

/** The row a token belongs to: bound into the seal, so that a sealed token copied to another row does not open there. */
export type SealedRow = { readonly projectId: number; readonly network: string; readonly externalId: string }

/** What a network's adapter needs to speak for an account. Never logged, never sent to a browser. */
export type AccountToken = {
  readonly token: string
  readonly secret?: string | undefined
  /** What renews the token, where the network gave such a thing (LinkedIn). */
  readonly refresh?: string | undefined
}

/** Seals and opens tokens (AES-256-GCM). The key's id is kept with each, so that a key can be changed. */
export type Seal = {
  seal(row: SealedRow, token: AccountToken): { sealed: Buffer; keyId: string }
  /** @throws WrongTokenKey when it was sealed with another key, for another row, or was tampered with. */
  open(row: SealedRow, sealed: Buffer, keyId: string): AccountToken
}

export class WrongTokenKey extends Error {}

const NONCE_BYTES = 12
const TAG_BYTES = 16

const boundTo = (row: SealedRow): Buffer => Buffer.from(`${row.projectId}/${row.network}/${row.externalId}`)

/** The key from the configuration, or one made once beside the data, readable by its owner only. */
const readKey = (config: Config): Buffer => {
  if (config.TOKEN_KEY) return Buffer.from(config.TOKEN_KEY, 'hex')
  const file = path.join(config.dataDir, 'token.key')
  if (!existsSync(file)) placeOnce(file, makeKey())
  return Buffer.from(readFileSync(file, 'utf8'), 'hex')
}

/** Web and worker may start at the same moment: a link appears whole or not at all, and whoever comes second reads the first one's key. */
const placeOnce = (file: string, key: string): void => {
  const own = `${file}.${process.pid}`
  writeFileSync(own, key, { mode: 0o600 })
  try {
    linkSync(own, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own, { force: true })
  }
}

/** The seal of this installation. Makes the key's file when there is none yet. */
export const makeSeal = (config: Config): Seal => {
  const key = readKey(config)
  const ownId = createHash('sha256').update(key).digest('hex').slice(0, 8)
  return {
    seal: (row, token) => {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(row))
      const body = Buffer.concat([cipher.update(JSON.stringify(token), 'utf8'), cipher.final()])
      return { sealed: Buffer.concat([nonce, cipher.getAuthTag(), body]), keyId: ownId }
    },
    open: (row, sealed, keyId) => {
      if (keyId !== ownId)
        throw new WrongTokenKey(`the token is sealed with key ${keyId}, TOKEN_KEY is ${ownId}`)
      const tagEnd = NONCE_BYTES + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES))
        .setAAD(boundTo(row))
        .setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd))
      try {
        const text = Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()])
        return JSON.parse(text.toString('utf8')) as AccountToken
      } catch (error) {
        throw new WrongTokenKey('a sealed token does not open: other row, or changed', { cause: error })
      }
    },
  }
}
