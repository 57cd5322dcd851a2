import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { type ReportLanguage, wordsLanguageOf } from '#domain/reports/languages.ts'
import type { ReportSchedule } from '#domain/reports/model.ts'
import { readProjectLanguage } from '#server/features/projects/client-language.ts'
import { type AuditBy, audit } from '#server/platform/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { nameOf } from './reports.ts'

type NewReport = {
  readonly projectId: number
  readonly from: string
  readonly to: string
  readonly networks: ReportSchedule['networks']
  /** Made by the project's schedule. */
  readonly isScheduled: boolean
}

/** That of the project's clients, if it is set: month after month they read one language. Otherwise that of the report before, or British English. */
const languageOf = (former: ReportLanguage | undefined, clients: ClientLanguage | null) => {
  if (clients === null || (former && wordsLanguageOf(former) === clients))
    return former && { language: former }
  return { language: clients === 'en' ? ('en-GB' as const) : clients }
}

/** Writes a draft into the project. */
export const insertReport = async (
  tx: Tx,
  by: AuditBy,
  { projectId, from, to, networks, isScheduled }: NewReport,
): Promise<number> => {
  const former = await tx
    .selectFrom('reports')
    .select('language')
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const clients = await readProjectLanguage(tx, projectId)
  const row = await tx
    .insertInto('reports')
    .values({
      project_id: projectId,
      from_day: from,
      to_day: to,
      networks,
      is_scheduled: isScheduled,
      created_by: by.actorId,
      created_at: by.now,
      updated_at: by.now,
      ...languageOf(former?.language, clients),
    })
    .returning(['id', 'from_day', 'to_day'])
    .executeTakeFirstOrThrow()
  const about = { subject: nameOf(row), new: { networks: networks.join(', ') } }
  await audit(tx, by, { action: 'report.created', ...about })
  return row.id
}
