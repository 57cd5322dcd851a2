import { spawn } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { Services } from '#server/platform/http/route.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import type { JobOutcome, JobQueue } from '#server/platform/jobs/job-queues.ts'
import { queueMail, type RenderedMail } from '#server/platform/mail/queue.ts'
import { isBackingUp } from './back-up.ts'
import { incompleteBackupMail, lateBackupMail } from './backup-mails.ts'
import { type BackupState, readBackupState } from './past-backups.ts'

/** Looks whether one is due, so that the first is made soon after backups were set up. */
export const backUpRegularlyQueue: JobQueue = {
  name: 'back-up-regularly',
  cron: '*/5 * * * *',
  // What has gathered while one was made asks one after the other.
  atOnce: 1,
  // A first backup of many media takes hours.
  expireSeconds: 12 * 3600,
  heartbeatSeconds: 20,
}

const program = path.join(import.meta.dirname, '../../cli.ts')
/** Posts go out and pages are answered first. */
const NICE = 10

/** What the command said if it failed, else null. */
type RunBackup = (services: Services) => Promise<string | null>

/**
 * `npm run galley -- backup` in a process of its own: encrypting keeps a core busy, and this one publishes. The command itself notes how it
 * ended. A worker that stops takes it along.
 */
const runBackup: RunBackup = async ({ config }) => {
  const child = spawn(process.execPath, [...process.execArgv, program, 'backup'], {
    env: { ...process.env, DATA_DIR: config.dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = () => child.kill()
  process.once('exit', stop)
  if (child.pid !== undefined) os.setPriority(child.pid, NICE)
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  process.off('exit', stop)
  return code === 0 ? null : said.trim()
}

/** Makes the backup that is due, and tells the super-admins if the last good one is older than it should be. */
export const backUpRegularly = async (
  services: Services,
  run: RunBackup = runBackup,
): Promise<JobOutcome> => {
  const { db, config, log } = services
  if (config.BACKUP_RECIPIENTS.length === 0) return 'done'
  const before = await readBackupState(db, config, await databaseNow(db))
  if (before === null) return 'done'
  // Another worker or an operator makes one.
  if (before.isDue && !(await isBackingUp(db))) {
    const problem = await run(services)
    if (problem !== null)
      log.error({ target: config.BACKUP_TARGET, problem }, 'a backup failed or is not complete')
  }
  const now = await databaseNow(db)
  const after = await readBackupState(db, config, now)
  const mail = after && mailAbout(services.config, after)
  if (mail) await inTransaction(db, tx => tellSuperAdmins(tx, services, mail, now))
  return 'done'
}

/** What the super-admins have to hear; null: nothing. */
const mailAbout = (
  { publicUrl, BACKUP_TARGET: target = '' }: Config,
  state: BackupState,
): RenderedMail | null => {
  const { lastGood, problem, isLate } = state
  if (isLate) return lateBackupMail({ publicUrl, target, lastGoodAt: lastGood?.at ?? null, problem })
  return lastGood && lastGood.missingFiles > 0
    ? incompleteBackupMail({ publicUrl, target, files: lastGood.missingFiles })
    : null
}

const DAY_MS = 24 * 3_600_000

/** Once a day: the mails themselves say when it was last. */
const tellSuperAdmins = async (tx: Tx, services: Services, mail: RenderedMail, now: Date): Promise<void> => {
  const lastMail = await tx
    .selectFrom('outgoing_mails')
    .select('id')
    .where('kind', '=', mail.kind)
    .where('created_at', '>', new Date(now.getTime() - DAY_MS))
    .limit(1)
    .executeTakeFirst()
  if (lastMail) return
  const people = await tx
    .selectFrom('users')
    .select('email')
    .where('is_super_admin', '=', true)
    .where('is_blocked', '=', false)
    .execute()
  for (const { email } of people) await queueMail(tx, services, { ...mail, to: email })
}
