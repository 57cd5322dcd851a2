import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { Decrypter, Encrypter, generateIdentity, identityToRecipient } from 'age-encryption'
import { ConfigError } from '#server/config.ts'

// Backups are in the age format (age-encryption.org), so that they can be opened without Galley. Galley has the public keys and cannot
// read what it has written (decision 150).

/** A stream of the library as Node has it. Both are the same standard, in types of two places. */
const fromWeb = (stream: ReadableStream<Uint8Array>): Readable => Readable.fromWeb(stream as WebStream)
const toWeb = (stream: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>

/** Encrypts as it is read, for every one of these public keys. */
export const encrypt = async (content: Readable, recipients: readonly string[]): Promise<Readable> => {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(content)))
}

/** Whether the library takes it as a public key. */
export const isRecipient = (text: string): boolean => {
  try {
    new Encrypter().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/** Opens what was encrypted for one of its keys. @throws what the library says, also while it is read */
export type Decrypt = (content: Readable) => Promise<Readable>

/** The secret keys of a file, one on a line, as `age-keygen` writes them. @throws ConfigError */
export const readKeyFile = async (file: string): Promise<Decrypt> => {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(
      `The key file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}). It is the file that backup-key wrote.`,
      { cause: error },
    )
  })
  const decrypter = new Decrypter()
  const keys = text.split('\n').flatMap(line => /^AGE-SECRET-KEY-\S+/.exec(line.trim()) ?? [])
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch (error) {
    throw new ConfigError(`${file}: a key in it is damaged. Use a copy of the file.`, { cause: error })
  }
  if (keys.length === 0) throw new ConfigError(`${file}: it contains no key (a line AGE-SECRET-KEY-…).`)
  return async content => fromWeb(await decrypter.decrypt(toWeb(content)))
}

/** Writes a new secret key to a file that does not exist yet. @returns its public key */
export const writeKeyFile = async (file: string): Promise<string> => {
  const key = await generateIdentity()
  const recipient = await identityToRecipient(key)
  await writeFile(file, `# public key: ${recipient}\n${key}\n`, { flag: 'wx', mode: 0o600 })
  return recipient
}

/** Names who can open something, so that a new key does not take files for its own that only the former one opens. */
export const nameOfRecipients = (recipients: readonly string[]): string =>
  createHash('sha256').update(recipients.toSorted().join()).digest('hex').slice(0, 8)
