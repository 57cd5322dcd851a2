import { z } from 'zod'
import { isDatabaseUrl } from '#server/platform/db/connection-problems.ts'
import { count } from './config-values.ts'

const databaseUrl = z
  .string()
  .refine(isDatabaseUrl, 'must look like postgres://user:password@host:5432/database')
  .optional()

/** Where rows, files and keys are. */
export const data = {
  DATA_DIR: z.string().default('data').describe('folder of the embedded database, the media and the sandbox'),
  XDG_STATE_HOME: z
    .string()
    .optional()
    .describe(
      'where the counter is kept that tells an older copy of the embedded database, in galley/; default: ~/.local/state',
    ),
  DATABASE_URL: databaseUrl.describe('an external PostgreSQL; without it the embedded one is started'),
  DATABASE_DIRECT_URL: databaseUrl.describe(
    'the same database without the pooler that DATABASE_URL leads to, for notifications, jobs, migrations and commands; set it if the pooler works per transaction, as PgBouncer usually does',
  ),
  DATABASE_READ_URL: databaseUrl.describe(
    'a standby of the database, without a pooler, which answers reports, searches, figures and the content list as long as it has everything that was committed',
  ),
  DATABASE_POOL: count
    .min(2)
    .max(200)
    .default(10)
    .describe('how many database connections a process may open'),
  TOKEN_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits: openssl rand -hex 32')
    .optional()
    .describe('the key that encrypts the networks’ tokens; default: created and kept in DATA_DIR'),
  TOKEN_KEY_PREVIOUS: z
    .string()
    .optional()
    .transform(text => (text ?? '').split(',').filter(key => key !== ''))
    .pipe(
      z.array(
        z.string().regex(/^[0-9a-f]{64}$/, 'must be keys of 64 hexadecimal digits, separated by commas'),
      ),
    )
    .describe('former keys, separated by commas: they decrypt what they encrypted until it is re-encrypted'),
  S3_BUCKET: z
    .string()
    .optional()
    .describe(
      'keep media in this bucket instead of DATA_DIR/media; credentials: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or another of the AWS SDK’s usual places',
    ),
  S3_ENDPOINT: z.url().optional().describe('an S3-compatible server'),
  S3_REGION: z.string().default('us-east-1').describe('the bucket’s region'),
}

/** The variables of backups (docs/guides/backups.md). */
export const backups = {
  BACKUP_TARGET: z
    .string()
    .optional()
    .describe('where backups go: a folder outside DATA_DIR, or s3://bucket/prefix'),
  BACKUP_RECIPIENTS: z
    .string()
    .default('')
    .transform(text => text.split(',').map(part => part.trim()))
    .transform(parts => parts.filter(part => part !== ''))
    .refine(
      parts => parts.every(part => /^age1[a-z0-9]{58,}$/.test(part)),
      'must be public keys of age (age1…), separated by commas',
    )
    .describe(
      'the public keys that backups are encrypted for, separated by commas; npm run galley -- backup-key makes one',
    ),
  BACKUP_S3_ENDPOINT: z
    .url()
    .optional()
    .describe('an S3-compatible server for backups; default: S3_ENDPOINT'),
  BACKUP_S3_REGION: z.string().optional().describe('the region of the backups’ bucket; default: S3_REGION'),
  BACKUP_EVERY_HOURS: count
    .min(1)
    .max(744)
    .default(24)
    .describe(
      'how often a worker backs up to BACKUP_TARGET; super-admins get a mail when the last good backup is twice as old',
    ),
  BACKUP_KEEP: count
    .min(1)
    .max(1000)
    .default(14)
    .describe('how many backups BACKUP_TARGET keeps, the latest ones'),
}

const days = (least: number, usual: number) => count.min(least).max(36_500).default(usual)

/** For how many days rows are kept that would otherwise be added without end (docs/guides/kept-data.md). */
export const keeping = {
  KEEP_EVENTS_DAYS: days(30, 90).describe(
    'how many days events are kept that only told open pages of a change',
  ),
  KEEP_SESSIONS_DAYS: days(91, 180).describe('how many days after a sign-in its session is kept'),
  KEEP_INVITATIONS_DAYS: days(30, 365).describe(
    'how many days invitations are kept that ended without an answer',
  ),
  KEEP_ANSWERS_DAYS: days(30, 365).describe('how many days it is kept what a network said about a live post'),
  KEEP_MAIL_THREADS_DAYS: days(30, 365).describe(
    'how many days mails about a post stay in the thread of its first one',
  ),
  KEEP_FIGURES_DAYS: days(830, 1_100).describe('how many days the figures of an account are kept'),
}
