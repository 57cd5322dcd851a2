import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { isMakerTrusted } from '#server/platform/session/maker.ts'
import { findReport, readContent, toSummary } from './reports.ts'
import { readSentTo } from './sent-to.ts'

/** The links that can be read by. */
const countLinks = async (db: Reader, report: { readonly id: number }, now: Date): Promise<number> => {
  const makers = await db
    .selectFrom('report_links')
    .select(eb => ['created_by', 'project_id', eb.fn.countAll<number>().as('links')])
    .where('report_id', '=', report.id)
    .where('expires_at', '>', now)
    .groupBy(['created_by', 'project_id'])
    .execute()
  let count = 0
  for (const maker of makers) if (await isMakerTrusted(db, 'report_link', maker)) count += Number(maker.links)
  return count
}

export const getReport = async (
  { params }: Input<typeof contract.getReport>,
  { db, scope, now, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.getReport>> => {
  const row = await findReport(db, scope, params.reportId)
  if (!row) return fail('not_found')
  return {
    ...toSummary(row),
    sent_to: [...((await readSentTo(db, scope, [row.id])).get(row.id) ?? [])],
    goal: row.goal,
    reasons: row.reasons,
    language: row.language,
    is_scheduled: row.is_scheduled,
    version: row.version,
    links: await countLinks(db, row, now),
    content: row.content ?? (await readContent(db, services.storage, scope, { row, now })),
  }
}
