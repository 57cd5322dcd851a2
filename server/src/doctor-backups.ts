import { countText } from '#domain/kernel/count-text.ts'
import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Finding } from './doctor-finding.ts'
import { isBackingUp } from './features/backups/back-up.ts'
import { type BackupState, readBackupState } from './features/backups/past-backups.ts'
import { findUnreferenced } from './features/backups/unreferenced-files.ts'
import { withOneConnection } from './platform/db/one-connection.ts'
import { makeLog } from './platform/log.ts'
import { makeStorage } from './start.ts'

const what = 'backups'
const remedy = 'Run npm run galley -- backup, which says what is wrong (docs/guides/backups.md).'

/** Whether there is a good backup that is as young as it should be. */
export const checkBackups = async (config: Config, url: string): Promise<Finding> => {
  if (config.BACKUP_TARGET === undefined || config.BACKUP_RECIPIENTS.length === 0)
    return {
      what,
      state: 'note',
      text: 'none are made by themselves',
      remedy: 'Set BACKUP_TARGET and BACKUP_RECIPIENTS (docs/guides/backups.md).',
    }
  const { db, close } = openDatabase({ url, max: 1, log: makeLog('silent') })
  try {
    const state = await readBackupState(db, config, await databaseNow(db))
    return state?.lastGood
      ? describeLast(state, state.lastGood)
      : describeNone(config.BACKUP_TARGET, state?.problem ?? null, await isBackingUp(db))
  } catch (error) {
    // The table is created at the next start.
    if ((error as { code?: unknown }).code === '42P01')
      return { what, state: 'note', text: 'not known before the next start' }
    throw error
  } finally {
    await close()
  }
}

const describeNone = (target: string, problem: string | null, isUnderWay: boolean): Finding => {
  const text = `there is none in ${target} yet`
  if (problem !== null) return { what, state: 'wrong', text: `${text}: ${problem}`, remedy }
  const next = isUnderWay ? 'the first is being made' : 'a worker makes the first within five minutes'
  return { what, state: 'note', text: `${text}; ${next}` }
}

const describeLast = (
  { isLate, problem }: BackupState,
  { at, backupId, seconds, missingFiles }: NonNullable<BackupState['lastGood']>,
): Finding => {
  const text = `the last good one, ${backupId}, ended at ${at.toISOString()} and took ${seconds} s`
  const failed = problem === null ? '' : `; the latest attempt failed: ${problem}`
  if (isLate) return { what, state: 'wrong', text: `${text}, which is too old${failed}`, remedy }
  if (missingFiles > 0) {
    const files = countText(missingFiles, 'file that is in use is', 'files that are in use are')
    return { what, state: 'wrong', text: `${text}; ${files} missing from it${failed}`, remedy }
  }
  return problem === null
    ? { what, state: 'fine', text }
    : { what, state: 'note', text: `${text}${failed}`, remedy }
}

const NAMED = 5

/** Files in storage that no row refers to: they cost room and do no other harm. */
export const checkStoredFiles = async (config: Config, url: string): Promise<Finding> => {
  const about = 'stored files'
  const storage = await makeStorage(config)
  const found = await withOneConnection(url, 'galley-doctor', ({ client }) =>
    findUnreferenced(client, storage),
  )
  if (found.length === 0) return { what: about, state: 'fine', text: 'rows refer to all of them' }
  const megabytes = Math.ceil(found.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000)
  const names = found.slice(0, NAMED).map(({ key }) => key)
  const more = found.length > NAMED ? `, and ${found.length - NAMED} more` : ''
  return {
    what: about,
    state: 'note',
    text: `nothing refers to ${countText(found.length, 'file', 'files')} (${megabytes} MB): ${names.join(', ')}${more}`,
    remedy: 'They may be removed once a backup exists and nobody is uploading.',
  }
}
