import { suggestionsOf } from '#domain/reports/figures.ts'
import { voiceOf, wordsLanguageOf } from '#domain/reports/languages.ts'
import type { ReportContent, ReportSummary } from '#domain/reports/model.ts'
import { wordsIn } from '#domain/reports/words.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { wordsOf } from '#server/platform/words.ts'
import { readApprovalFacts } from './figures/approval-facts.ts'
import { periodOf } from './figures/periods.ts'
import { readFigures } from './figures/read-figures.ts'
import { readPublished } from './figures/read-published.ts'
import { readLook } from './look.ts'

export type ReportRow = Row<'reports'>

/** The report of this project, or undefined. */
export const findReport = (
  db: Reader,
  { projectId }: ProjectScope,
  reportId: number,
): Promise<ReportRow | undefined> =>
  db
    .selectFrom('reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', reportId)
    .executeTakeFirst()

/** The same, locked until the end of the transaction. */
export const lockReport = (
  tx: Tx,
  { projectId }: ProjectScope,
  reportId: number,
): Promise<ReportRow | undefined> =>
  tx
    .selectFrom('reports')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', reportId)
    .forUpdate()
    .executeTakeFirst()

type Listed = Pick<ReportRow, 'id' | 'from_day' | 'to_day' | 'networks' | 'sent_at' | 'updated_at'>

export const toSummary = (row: Listed): Omit<ReportSummary, 'sent_to'> => ({
  id: row.id,
  from: row.from_day,
  to: row.to_day,
  networks: row.networks,
  sent_at: row.sent_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
})

/** What people chose and wrote. */
export const toWritten = (row: ReportRow) => {
  const { from, to, networks, sent_at } = toSummary(row)
  return { from, to, networks, sent_at, goal: row.goal, reasons: row.reasons, language: row.language }
}

/** How the audit log calls a report. */
export const nameOf = ({ from_day, to_day }: Pick<ReportRow, 'from_day' | 'to_day'>): string =>
  `Report of ${from_day} to ${to_day}`

/** What the report says at this moment. */
export const readContent = async (
  db: Reader,
  storage: Storage,
  scope: ProjectScope,
  about: { readonly row: Listed & Pick<ReportRow, 'language'>; readonly now: Date },
): Promise<ReportContent> => {
  const { row, now } = about
  const { from, to, networks } = toSummary(row)
  const figures: ReportContent['networks'] = []
  for (const network of networks)
    figures.push({
      social_network: network,
      figures: [...(await readFigures(db, scope, network, { from, to }))],
    })
  const agency = await db
    .selectFrom('agencies')
    .select('name')
    .where('id', '=', scope.agencyId)
    .executeTakeFirstOrThrow()
  const words = wordsLanguageOf(row.language)
  return {
    agency_name: agency.name,
    project_name: scope.projectName,
    timezone: scope.timezone,
    words,
    look: await readLook(db, storage, scope),
    networks: figures,
    suggestions: suggestionsOf(figures, wordsIn(voiceOf(row.language, words).locale, wordsOf(words))),
    ...(await readPublished(db, scope, networks, periodOf({ from, to }, scope.timezone))),
    approvals: await readApprovalFacts(db, scope, { from, to, networks, isForClient: true }, now),
  }
}
