import { parseArgs } from 'node:util'
import { countText } from '#domain/kernel/count-text.ts'
import { type Config, ConfigError } from '#server/config.ts'
import { clientNow, databaseNow } from '#server/platform/db/database-now.ts'
import { withOneConnection } from '#server/platform/db/one-connection.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'
import type { Log } from '#server/platform/log.ts'
import { andMore, type Done, done, refused } from '#server/platform/operator-command.ts'
import { explainStartError } from '#server/platform/start-problems.ts'
import { type BackupResult, backUp, type Installation, withBackupLock } from './back-up.ts'
import { isRecipient, readKeyFile, writeKeyFile } from './encryption.ts'
import { findBackup, type Manifest } from './manifest.ts'
import { readMissing } from './missing-media.ts'
import { openTarget } from './open-target.ts'
import type { OpenBackup } from './parts.ts'
import { type BackupEnd, recordBackup } from './past-backups.ts'
import { pruneBackups } from './prune-backups.ts'
import { restoreBackup } from './restore-backup.ts'
import { PlaceProblem } from './target.ts'
import { verifyBackup } from './verify-backup.ts'

// `npm run galley -- backup|restore|verify|backup-key` (docs/guides/backups.md).

/** The words and options of a command. @throws ConfigError for one that it does not have */
const readWords = (words: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { key: { type: 'string' }, 'without-keys': { type: 'boolean' } },
    })
    return { ...values, words: positionals }
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

const megabytes = (bytes: number): string =>
  `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

const describe = ({ id, taken_at, tables, media }: Manifest): string => {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${id}, taken at ${taken_at}: ${rows} rows and ${media.files} files (${megabytes(media.bytes)})`
}

const addressOf = (config: Config, given: string | undefined): string => {
  const address = given ?? config.BACKUP_TARGET
  if (address === undefined)
    throw new ConfigError('Say where: a folder or s3://bucket/prefix, here or as BACKUP_TARGET.')
  return address
}

/** `backup [WHERE]` */
export const makeBackup = async (installation: Installation, words: readonly string[]): Promise<Done> => {
  const { config, url } = installation
  const recipients = config.BACKUP_RECIPIENTS
  if (recipients.length === 0)
    throw new ConfigError(
      'BACKUP_RECIPIENTS is not set: backups are encrypted. Make a key with npm run galley -- backup-key FILE.',
    )
  const wrong = recipients.find(recipient => !isRecipient(recipient))
  if (wrong !== undefined) throw new ConfigError(`BACKUP_RECIPIENTS: ${wrong} is mistyped.`)
  const address = addressOf(config, readWords(words).words[0])
  const target = await openTarget(config, address)
  return withBackupLock(url, async client => {
    const now = await clientNow(client)
    const { manifest, added, missing } = await recorded({ config, url, address }, () =>
      backUp(installation, client, { target, recipients, now }),
    )
    const text = `Backup ${describe(manifest)}, of which ${added} were new, in ${target.address}.`
    // Elsewhere an operator keeps what they want.
    const removed = address === config.BACKUP_TARGET ? await pruneBackups(target, config.BACKUP_KEEP) : 0
    const lines = [removed > 0 ? `${text} ${describeRemoved(removed)}` : text, ...describeMissing(missing)]
    return { isDone: missing.length === 0, text: lines.join('\n') }
  })
}

const describeRemoved = (count: number): string =>
  count === 1 ? 'An older one was removed.' : `${count} older ones were removed.`

/** More than an operator reads at once. */
const MISSING_SHOWN = 20

/** The backup is the best that could be made, and yet something is lost. */
const describeMissing = (keys: readonly string[]): string[] => {
  if (keys.length === 0) return []
  const files = countText(keys.length, 'file that is in use', 'files that are in use')
  return [
    `It is not complete: ${files} could not be copied, because the storage did not have them:`,
    ...keys.slice(0, MISSING_SHOWN).map(key => `  ${key}`),
    ...andMore(keys.length, MISSING_SHOWN),
    'If they are lost, an earlier backup may have them: the latest complete one is kept in BACKUP_TARGET.',
  ]
}

/** Notes how a backup ended, also one by hand: it counts as well. */
const recorded = async (
  { config, url, address: target }: { config: Config; url: string; address: string },
  work: () => Promise<BackupResult>,
): Promise<BackupResult> => {
  const began = performance.now()
  const record = (outcome: BackupEnd['outcome']) =>
    withOneConnection(url, 'galley backup', async ({ db }) => {
      const seconds = Math.round((performance.now() - began) / 1000)
      await recordBackup(db, { target, outcome, seconds, endedAt: await databaseNow(db) })
    })
  try {
    const result = await work()
    await record({ backupId: result.manifest.id, missingFiles: result.missing.length })
    return result
  } catch (error) {
    const explained = explainStartError(config, error)
    // If that does not work either, the first problem is the one to tell.
    await record({ problem: messageOf(explained) }).catch(() => undefined)
    throw explained
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A backup that its key opens, and whether it may be restored without token keys. */
export type ChosenBackup = OpenBackup & { readonly isWithoutKeys: boolean }

/** The backup that `restore` and `verify` are about: `WHERE [ID] --key FILE`. */
export const openBackup = async (config: Config, words: readonly string[]): Promise<ChosenBackup> => {
  const { key, words: positionals, 'without-keys': isWithoutKeys = false } = readWords(words)
  const [where, id] = positionals
  const target = await openTarget(config, addressOf(config, where))
  const manifest = await findBackup(target, id)
  if (key === undefined)
    throw new ConfigError(
      `The backup is encrypted. Say which key opens it: --key FILE (${manifest.recipients.join(' or ')}).`,
    )
  return { target, manifest, decrypt: await readKeyFile(key), isWithoutKeys }
}

/** `verify WHERE [ID] --key FILE` */
export const verify = async (config: Config, words: readonly string[]): Promise<Done> =>
  reportOn(await openBackup(config, words))

/** Whether the backup is whole, in words. */
export const reportOn = async (backup: OpenBackup): Promise<Done> => {
  const { id } = backup.manifest
  const problems = await verifyBackup(backup).catch((error: unknown) => {
    if (!(error instanceof PlaceProblem)) throw error
    return error
  })
  if (problems instanceof PlaceProblem)
    return refused(
      `Backup ${id} could not be read, so it is not known whether it can be restored.\n  ${problems.message}`,
    )
  if (problems.length > 0)
    return refused([`Backup ${id} cannot be restored as it is:`, ...problems].join('\n  '))
  const text = `Backup ${describe(backup.manifest)}, is whole and can be restored.`
  const missing = await readMissing(backup)
  return { isDone: missing.length === 0, text: [text, ...describeMissing(missing)].join('\n') }
}

/** `restore WHERE [ID] --key FILE` */
export const restore = async (
  installation: Installation,
  { isWithoutKeys, ...backup }: ChosenBackup,
  work: { readonly queues: readonly JobQueue[]; readonly log: Log },
): Promise<Done> => {
  const jobs = await restoreBackup(backup, installation, { ...work, isWithoutKeys })
  return done(
    [
      ...describeMissing(await readMissing(backup)),
      `Restored ${describe(backup.manifest)}; ${jobs} jobs wait again.`,
      'Publishing is held. Start Galley, give it some minutes to look up what may have gone out since, then:',
      'npm run galley -- publishing status, and publishing release.',
    ].join('\n'),
  )
}

/** `backup-key FILE` */
export const makeBackupKey = async (words: readonly string[]): Promise<Done> => {
  const [file, ...more] = readWords(words).words
  if (file === undefined || more.length > 0) throw new ConfigError('backup-key takes the name of a new file.')
  const recipient = await writeKeyFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError(`${file} cannot be written (${error.code}). Name a file that does not exist yet.`, {
      cause: error,
    })
  })
  return done(
    [
      `The secret key is in ${file}. Keep it, and a copy, away from this machine: without it no backup can be restored.`,
      `Set BACKUP_RECIPIENTS=${recipient}`,
    ].join('\n'),
  )
}
