import { isTest, type Rule, withoutComments } from './source.ts'

/** What the platform itself keeps: sessions, events, mails, the audit log, and who is whose: people, agencies, projects, their members and rights. */
const ofPlatform = [
  'users',
  'sessions',
  'session_tokens',
  'account_links',
  'attempts',
  'agencies',
  'agency_admins',
  'agency_members',
  'projects',
  'project_members',
  'project_settings',
  'member_settings',
  'events',
  'agency_events',
  'audit_log',
  'outgoing_mails',
  'job_workers',
  'running_jobs',
]

/** Generated from the migrations: the row types of all features. */
const schemaPath = 'server/src/platform/db/schema.ts'
const exempt = [schemaPath, 'server/src/platform/db/column-types.ts']

const usedTable =
  /\b(?:from|join|into|update|table)\s+(\w+)|\b(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|(?:inner|left|right|full)Join)\(\s*'(\w+)/gi

/** A table's SQL is in the feature that owns the table; the platform is given what it needs of it. */
export const ownTablesOnly: Rule = sources => {
  const schema = sources.find(({ path }) => path === schemaPath)?.text ?? ''
  const foreign = new Set(
    [...schema.matchAll(/^ {2}(\w+): \{$/gm)].flatMap(([, name = '']) =>
      ofPlatform.includes(name) ? [] : [name],
    ),
  )
  return sources
    .filter(({ path }) => path.startsWith('server/src/platform/') && !isTest(path) && !exempt.includes(path))
    .flatMap(({ path, text }) => {
      const used = [...withoutComments(text).matchAll(usedTable)].map(
        ([, inSql, inCall]) => inSql ?? inCall ?? '',
      )
      return [...new Set(used)]
        .filter(name => foreign.has(name))
        .map(name => ({
          path,
          message: `reads or writes ${name}, which is a feature's table. Let the feature do it and pass it in (server/src/scope-sources.ts), or move the file into the feature.`,
        }))
    })
}
