import { type Config, ConfigError, directDatabaseUrl, readConfig } from '#server/config.ts'
import { diagnose, report } from '#server/doctor.ts'
import { type Db, openDatabase } from '#server/platform/db/database.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { embeddedFolder } from '#server/platform/db/embedded/cluster-file.ts'
import { startEmbeddedPostgres } from '#server/platform/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { lockDataFolder } from '#server/platform/lock.ts'
import { makeLog } from '#server/platform/log.ts'
import { type Done, done } from '#server/platform/operator-command.ts'
import { checkExternalDatabases, explainStartError } from '#server/platform/start-problems.ts'
import { version } from '#server/platform/version.ts'
import { makeStorage } from '#server/start.ts'
import { jobQueues } from './background-work.ts'
import {
  blockAccounts,
  grantSuperAdmin,
  removeSecondFactor,
  revokeSuperAdmin,
  unblockAccounts,
} from './features/accounts/operator-commands.ts'
import { readPast } from './features/analytics/read-past.ts'
import type { Installation } from './features/backups/back-up.ts'
import {
  makeBackup,
  makeBackupKey,
  openBackup,
  restore,
  verify,
} from './features/backups/operator-commands.ts'
import { verifyCertificate } from './features/certificates/operator-commands.ts'
import {
  holdPublishing,
  publishingStatus,
  releaseAccountOf,
  releasePublishing,
} from './features/publishing/operator-commands.ts'
import { giveUpLostTokens } from './features/social-accounts/lost-tokens.ts'

// `npm run galley -- <command>`: what an operator does while the product is running, in the same environment.

const help = `Usage: npm run galley -- <command>

  grant-super-admin EMAIL    let an account manage the whole installation
                             (--unconfirmed: even if its address is not confirmed; you vouch for it)
  revoke-super-admin EMAIL   withdraw that, with immediate effect
  block EMAIL                block an account and sign it out everywhere
  unblock EMAIL              let a blocked account log in again
  remove-second-factor EMAIL for somebody who has lost their phone and their recovery codes
  publishing status          say whether publishing is held, why, and what waits
  publishing hold            hold it everywhere: posts that come due wait
  publishing release         release it everywhere: what waits goes out
                             (--account NUMBER: end the hold of one account alone; status names its number)
  read-past PROJECT          read the past year of a project's Twitter account, and say what X charges for it
                             (--yes: do it; without, only the price is shown)
  lost-tokens                say which connected accounts no token key opens
                             (--yes: give them up; their admins are asked to reconnect them)
  backup [WHERE]             back up everything to a folder or s3://bucket/prefix, while Galley runs
                             (WHERE: by default BACKUP_TARGET; encrypted for BACKUP_RECIPIENTS)
  verify WHERE [ID]          read all of a backup and restore its database into one of its own (--key FILE)
  restore WHERE [ID]         put the latest backup, or that one, into an empty installation; publishing is held
                             (--key FILE: the secret key; --without-keys: even if the token keys are lost)
  backup-key FILE            make the key that backups are encrypted for
  migrate                    bring the database to this version and end, before a new version starts
                             (a start does it as well)
  doctor                     check the installation, and say how to fix what is wrong
                             (--storage: also name stored files that nothing refers to; reads all names)
  help                       show this text
  --version                  show the version

Commands work whether or not Galley is running. They use the same environment variables as Galley.`

const commands: Record<string, (db: Db, email: string, flags: ReadonlySet<string>) => Promise<Done>> = {
  'grant-super-admin': async (db, email, flags) =>
    grantSuperAdmin(db, email, await databaseNow(db), flags.has('--unconfirmed')),
  'revoke-super-admin': async (db, email) => revokeSuperAdmin(db, email, await databaseNow(db)),
  block: async (db, email) => blockAccounts(db, email, await databaseNow(db)),
  unblock: async (db, email) => unblockAccounts(db, email, await databaseNow(db)),
  'remove-second-factor': async (db, email) => removeSecondFactor(db, email, await databaseNow(db)),
}

const publishingCommands: Record<string, (db: Db) => Promise<Done>> = {
  status: publishingStatus,
  hold: holdPublishing,
  release: releasePublishing,
}

/** What `publishing` does with these words, or what is wrong with them. */
const findPublishingCommand = (words: readonly string[]): ((db: Db) => Promise<Done>) | string => {
  const [word, flag, ...more] = words
  if (word === 'release' && flag !== undefined) {
    const [name, number = more.shift()] = flag.split('=', 2)
    return name === '--account' && /^\d{1,15}$/.test(number ?? '') && more.length === 0
      ? releaseAccountOf(Number(number))
      : 'publishing release takes no words but --account and the number of an account.'
  }
  const run = word && Object.hasOwn(publishingCommands, word) ? publishingCommands[word] : undefined
  return run && flag === undefined ? run : 'publishing takes one of status, hold and release.'
}

/** The command with its words, or what is wrong with them. */
const findCommand = (
  name: string,
  rest: readonly string[],
): ((db: Db, config: Config) => Promise<Done>) | string => {
  if (name === 'publishing') return findPublishingCommand(rest)
  const flags = new Set(rest.filter(word => word.startsWith('--')))
  const [word, ...more] = rest.filter(each => !each.startsWith('--'))
  if (name === 'read-past') {
    const projectId = Number(word)
    if (!Number.isSafeInteger(projectId) || more.length > 0) return "read-past takes a project's number."
    return async db => readPast(db, { projectId, isAgreed: flags.has('--yes'), now: await databaseNow(db) })
  }
  if (name === 'lost-tokens') {
    if (word !== undefined) return 'lost-tokens takes no words but --yes.'
    return (db, config) => giveUpLostTokens(db, config, { isAgreed: flags.has('--yes') })
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) return `Unknown command: ${name}`
  if (word === undefined || more.length > 0) return `${name} takes one email address.`
  return db => command(db, word, flags)
}

/** Ends a database that this command has started, unless Galley has started to use it in the meantime. */
const stopUnlessUsed = async (config: Config, stop: () => Promise<void>): Promise<void> => {
  const lock = lockDataFolder(config.dataDir, { address: 'the command line' })
  if (!lock.isAcquired) return lock.isCopy ? stop() : undefined
  if (lock.leave()) await stop()
  lock.release()
}

/** The configured database; the embedded one is adopted while Galley runs, else started for the command alone. */
const withDatabase = async <T>(config: Config, work: (url: string) => Promise<T>): Promise<T> => {
  const external = directDatabaseUrl(config)
  if (external !== undefined) return work(external)
  const embedded = await startEmbeddedPostgres({ dataDir: embeddedFolder(config) })
  try {
    return await work(await embedded.ensureDatabase('galley'))
  } finally {
    if (!embedded.adopted) await stopUnlessUsed(config, embedded.stop)
  }
}

const runCommand = (config: Config, run: (db: Db, config: Config) => Promise<Done>): Promise<Done> =>
  withDatabase(config, async url => {
    await checkExternalDatabases(config)
    await migrate(url)
    const { db, close } = openDatabase({ url, max: 2, log: makeLog('error') })
    try {
      return await run(db, config)
    } finally {
      await close()
    }
  })

const withInstallation = (
  config: Config,
  work: (installation: Installation) => Promise<Done>,
): Promise<Done> =>
  withDatabase(config, async url => {
    await checkExternalDatabases(config)
    return work({ config, url, storage: await makeStorage(config) })
  })

/** They read the database as it is: a backup before an update must not be one after it. */
const backupCommands: Record<string, (config: Config, words: readonly string[]) => Promise<Done>> = {
  backup: (config, words) => withInstallation(config, installation => makeBackup(installation, words)),
  restore: async (config, words) => {
    // Before a database is started: what is wrong with the words or the backup leaves no trace.
    const backup = await openBackup(config, words)
    const lock = lockDataFolder(config.dataDir, { address: 'a restore' })
    if (!lock.isAcquired) throw new ConfigError(`${lock.message}. Stop it, and restore into an empty folder.`)
    const work = { queues: jobQueues, log: makeLog('error') }
    try {
      return await withInstallation(config, installation => restore(installation, backup, work))
    } finally {
      lock.release()
    }
  },
  verify: async (config, words) => (await verifyCertificate(config, words)) ?? verify(config, words),
  'backup-key': (_config, words) => makeBackupKey(words),
}

const migrateAlone = (config: Config): Promise<Done> =>
  withDatabase(config, async url => {
    await checkExternalDatabases(config)
    const applied = await migrate(url)
    return done(applied.length === 0 ? 'There is nothing to migrate.' : ['Applied:', ...applied].join('\n  '))
  })

const findRun = (name: string, rest: readonly string[]): ((config: Config) => Promise<Done>) | string => {
  const ofBackups = Object.hasOwn(backupCommands, name) ? backupCommands[name] : undefined
  if (ofBackups) return config => ofBackups(config, rest)
  if (name === 'migrate') return rest.length === 0 ? migrateAlone : 'migrate takes no words.'
  const command = findCommand(name, rest)
  return typeof command === 'string' ? command : config => runCommand(config, command)
}

/** @returns the exit code */
const main = async ([name = 'help', ...rest]: readonly string[]): Promise<number> => {
  if (['help', '--help', '-h'].includes(name)) {
    console.log(help)
    return 0
  }
  if (name === '--version') {
    console.log(version)
    return 0
  }
  const config = readConfig(process.env)
  if (name === 'doctor') {
    const [flag, ...others] = rest
    if (others.length > 0 || ![undefined, '--storage'].includes(flag)) {
      console.error('doctor takes no words but --storage.')
      return 1
    }
    const findings = await diagnose(config, work => withDatabase(config, work), flag === '--storage')
    console.log(report(findings))
    return findings.some(({ state }) => state === 'wrong') ? 1 : 0
  }
  const command = findRun(name, rest)
  if (typeof command === 'string') {
    console.error(`${command}\n\n${help}`)
    return 1
  }
  const { isDone, text, code } = await command(config).catch((error: unknown) => {
    throw explainStartError(config, error)
  })
  console[isDone ? 'log' : 'error'](text)
  return code ?? (isDone ? 0 : 1)
}

main(process.argv.slice(2)).then(
  code => {
    process.exitCode = code
  },
  (error: unknown) => {
    console.error(error instanceof ConfigError ? error.message : error)
    process.exitCode = 1
  },
)
