import { eachSource, type Rule } from './source.ts'

/** The last one that was written while nobody had data yet; `migration-locks.test.ts` runs the others. */
const LAST_UNDECLARED = '0151-backups.sql'

/** A migration says what it means for versions that do not know it (decision 152). */
export const declaredMigrations: Rule = eachSource(({ path, text }) => {
  const [, name] = /^server\/migrations\/(.+\.sql)$/.exec(path) ?? []
  if (name === undefined || name <= LAST_UNDECLARED || /^-- (Expands|Needs \d{4})\.$/m.test(text)) return []
  return [
    'does not say what it means for versions that do not know it. Begin with "-- Expands." or "-- Needs NNNN." (decision 152).',
  ]
})
