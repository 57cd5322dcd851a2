import { globSync } from 'node:fs'

/** They kill, freeze and start processes, and wait for them: they run beside those that compute. */
const waiting = [
  'server/src/features/publishing/{copied-folder,faults,invariants,kill,outage}.test.ts',
  'server/src/features/backups/killed-backup.test.ts',
  'server/src/features/billing/killed-process.test.ts',
  'server/src/platform/db/embedded/embedded-postgres.test.ts',
  'server/src/platform/db/embedded/supervisor.test.ts',
  'server/src/platform/jobs/killed-worker.test.ts',
  'server/src/platform/mail/killed.test.ts',
  'server/src/{cli,main,skewed-clocks,start-failures,traces}.test.ts',
]

/**
 * Their result can depend on the PostgreSQL they run on: migrations, locks, jobs, notifications, dates and sorting, publishing, and each
 * endpoint once as everybody (`routes.test.ts`), so that every statement is one that it understands.
 */
const database = [
  'server/src/platform/{audit,db,events,jobs,mail,session}/**/*.test.ts',
  'server/src/features/{calendar,publishing,schedules}/**/*.test.ts',
  'server/src/**/*{race,races,at-once}.test.ts',
  'server/src/{links,lock,routes,standby-reads}.test.ts',
]

/** @throws when a pattern matches nothing, because tests were moved */
function matching(patterns: readonly string[]): string[] {
  const files = patterns.flatMap(pattern => {
    const found = globSync(pattern)
    if (found.length === 0) throw new Error(`tools/suite/server-files.ts: no test matches ${pattern}`)
    return found
  })
  return [...new Set(files)]
}

/** Where each file of the server's tests runs in `npm test`, each in one step only; `server` are all others. */
export function dividedServerTests(): { waiting: string[]; database: string[] } {
  const waits = matching(waiting)
  return { waiting: waits, database: matching(database).filter(file => !waits.includes(file)) }
}
