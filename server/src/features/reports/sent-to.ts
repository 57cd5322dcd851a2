import type { ReportSummary } from '#domain/reports/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ProjectScope } from '#server/platform/session/scope.ts'

type SentTo = ReportSummary['sent_to']

/** Whom each of these reports was mailed to, by the report's id: each address once, with the last time, the latest first. */
export const readSentTo = async (
  db: Reader,
  { projectId }: ProjectScope,
  reportIds: readonly number[],
): Promise<ReadonlyMap<number, SentTo>> => {
  if (reportIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('report_sendings as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .select(['s.report_id', 's.email', 'u.name', 'u.last_name'])
    .select(eb => eb.fn.max('s.sent_at').as('sent_at'))
    .where('s.project_id', '=', projectId)
    .where('s.report_id', 'in', reportIds)
    .groupBy(['s.report_id', 's.email', 'u.name', 'u.last_name'])
    .orderBy('sent_at', 'desc')
    .orderBy('s.email')
    .execute()
  const sent = rows.map(({ report_id, email, name, last_name, sent_at }) => ({
    report_id,
    email,
    sent_at: sent_at.toISOString(),
    name: `${name ?? ''} ${last_name ?? ''}`.trim(),
  }))
  return new Map(
    [...Map.groupBy(sent, ({ report_id }) => report_id)].map(([id, all]) => [
      id,
      all.map(({ report_id: _, ...one }) => one),
    ]),
  )
}
