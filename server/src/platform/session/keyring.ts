import { createHash } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError, makeKey } from '#server/config.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'

/** A key with the id that is stored beside everything it seals. */
export type TokenKey = { readonly id: string; readonly bytes: Buffer }

/** The installation's keys, read again on each call. The first one seals; the others only open. */
export type Keyring = () => readonly [TokenKey, ...TokenKey[]]

const keyOf = (hex: string): TokenKey => {
  const bytes = Buffer.from(hex, 'hex')
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes }
}

/** The keys of a file: one per line, the current one first, comments after `#`. @throws ConfigError */
const parseKeys = (text: string, file: string): [TokenKey, ...TokenKey[]] => {
  const lines = text
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim())
    .filter(line => line !== '')
  const [first, ...others] = lines.map(line => {
    if (!/^[0-9a-f]{64}$/.test(line))
      throw new ConfigError(`${file}: each line must be a key of 64 hexadecimal digits.`)
    return keyOf(line)
  })
  if (!first) throw new ConfigError(`${file}: it contains no key.`)
  return [first, ...others]
}

/** Web and worker may start at the same time. A hard link is atomic, so the second one reads the first one's key. */
const createOnce = (file: string, key: string): void => {
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

/**
 * Reads the file again when it has changed, so that a new key is used without a restart. While the file is missing or half written, the
 * old keys stay in use: losing them would stop all publishing.
 */
const keysOfFile = (file: string): Keyring => {
  if (!existsSync(file)) createOnce(file, makeKey())
  const stampOf = () => {
    const found = statSync(file, { throwIfNoEntry: false })
    return found ? `${found.ino}/${found.size}/${found.mtimeMs}` : null
  }
  let stamp = stampOf()
  let keys = parseKeys(readFileSync(file, 'utf8'), file)
  return () => {
    const present = stampOf()
    if (present !== null && present !== stamp) {
      try {
        keys = parseKeys(readFileSync(file, 'utf8'), file)
        stamp = present
      } catch (error) {
        if (!(error instanceof ConfigError) && (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      }
    }
    return keys
  }
}

/** Where the key is kept that Galley makes for itself; null: TOKEN_KEY is set. */
export const keyFileOf = (config: Config): string | null =>
  config.TOKEN_KEY ? null : path.join(config.dataDir, 'token.key')

/**
 * The keys from TOKEN_KEY, or from a file that is created once beside the data, readable by its owner only; then those of
 * TOKEN_KEY_PREVIOUS. @throws ConfigError when the file contains no key
 */
export const openKeyring = (config: Config): Keyring => {
  const previous = config.TOKEN_KEY_PREVIOUS.map(keyOf)
  const file = keyFileOf(config)
  if (file === null) {
    const current = keyOf(config.TOKEN_KEY ?? '')
    return () => [current, ...previous]
  }
  const ofFile = keysOfFile(file)
  return () => {
    const [first, ...others] = ofFile()
    return [first, ...others, ...previous]
  }
}

/** The installation's keyring, opened on first use. @throws ConfigError */
export const keyringOf = oncePer(openKeyring)
