import type { Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { ConfigError } from '#server/config.ts'
import { readDump } from './dump-reader.ts'
import { type Decrypt, encrypt } from './encryption.ts'
import { type Manifest, nameOfPart } from './manifest.ts'
import { type Measure, measureAll, measuring, through } from './measured.ts'
import type { BackupTarget } from './target.ts'

/** Writes a file of a backup, compressed and encrypted. @returns what was stored */
export const putPart = async (
  { target, id, recipients }: { target: BackupTarget; id: string; recipients: readonly string[] },
  part: string,
  content: Readable,
): Promise<Measure> => {
  const { through: tap, measure } = measuring()
  const sealed = await encrypt(through(content, createZstdCompress()), recipients)
  await target.put(nameOfPart(id, part), through(sealed, tap))
  return measure()
}

/** A backup that is read. */
export type OpenBackup = {
  readonly target: BackupTarget
  readonly manifest: Manifest
  readonly decrypt: Decrypt
}

const isOfOtherKey = (error: unknown): boolean =>
  error instanceof Error && /no identity matched/i.test(error.message)

/** What an error while reading a file of a backup means to an operator. */
export const explainDamage = (
  { target }: Pick<OpenBackup, 'target'>,
  name: string,
  error?: unknown,
): ConfigError => {
  if (error instanceof ConfigError) return error
  const said = error instanceof Error ? ` (${error.message})` : ''
  return new ConfigError(
    `${target.address}/${name} was changed or damaged since it was written${said}. Use another copy of it, or another backup.`,
    { cause: error },
  )
}

/** A damaged head looks like that of another key. */
const isAsWritten = async ({ target, manifest }: OpenBackup, part: string): Promise<boolean> => {
  const stored = await target.open(nameOfPart(manifest.id, part))
  return stored !== null && (await measureAll(stored)).sha256 === manifest.parts[part]?.sha256
}

const otherKey = ({ manifest }: OpenBackup): ConfigError =>
  new ConfigError(
    `The key file does not open this backup. It needs the secret key of ${manifest.recipients.join(' or ')}.`,
  )

/** The content of a file of a backup. @throws ConfigError while it is read, at the latest in the end, if it is not what was written */
export async function* readPart(backup: OpenBackup, part: string): AsyncGenerator<Buffer> {
  const name = nameOfPart(backup.manifest.id, part)
  const stored = await backup.target.open(name)
  if (!stored)
    throw new ConfigError(
      `${backup.target.address}/${name} is missing. Put it back from another copy, or use another backup.`,
    )
  const { through: tap, measure } = measuring()
  try {
    const opened = await backup.decrypt(through(stored, tap))
    yield* through(opened, createZstdDecompress()) as AsyncIterable<Buffer>
  } catch (error) {
    if (isOfOtherKey(error) && (await isAsWritten(backup, part))) throw otherKey(backup)
    throw explainDamage(backup, name, error)
  }
  if (measure().sha256 !== backup.manifest.parts[part]?.sha256) throw explainDamage(backup, name)
}

/** The lines of a file of a backup, each of them JSON. */
export async function* readLines<T>(backup: OpenBackup, part: string): AsyncGenerator<T> {
  const reader = readDump(readPart(backup, part))
  for (let line = await reader.line(); line !== null; line = await reader.line()) yield JSON.parse(line) as T
}
