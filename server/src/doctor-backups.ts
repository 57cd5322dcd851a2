import type { Config } from '#server/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Finding } from './doctor-finding.ts'
import { readBackupState } from './features/backups/past-backups.ts'
import { makeLog } from './platform/log.ts'

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
    if (!state?.lastGood) {
      const why = state?.problem ? `: ${state.problem}` : ''
      return { what, state: 'wrong', text: `there is none in ${config.BACKUP_TARGET} yet${why}`, remedy }
    }
    const { at, backupId, seconds } = state.lastGood
    const text = `the last good one, ${backupId}, ended at ${at.toISOString()} and took ${seconds} s`
    const failed = state.problem === null ? '' : `; the latest attempt failed: ${state.problem}`
    if (state.isLate) return { what, state: 'wrong', text: `${text}, which is too old${failed}`, remedy }
    return state.problem === null
      ? { what, state: 'fine', text }
      : { what, state: 'note', text: `${text}${failed}`, remedy }
  } catch (error) {
    // The table is created at the next start.
    if ((error as { code?: unknown }).code === '42P01')
      return { what, state: 'note', text: 'not known before the next start' }
    throw error
  } finally {
    await close()
  }
}
