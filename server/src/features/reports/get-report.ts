import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listLinks } from './links/list-links.ts'
import { findReport, readContent, toSummary } from './reports.ts'
import { readSentTo } from './sent-to.ts'

export const getReport = async (
  { params }: Input<typeof contract.getReport>,
  { db, scope, now, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.getReport>> => {
  const row = await findReport(db, scope, params.reportId)
  if (!row) return fail('not_found')
  const active_links = await listLinks(db, row.id, now)
  return {
    ...toSummary(row),
    sent_to: [...((await readSentTo(db, scope, [row.id])).get(row.id) ?? [])],
    goal: row.goal,
    reasons: row.reasons,
    language: row.language,
    is_scheduled: row.is_scheduled,
    version: row.version,
    links: active_links.length,
    active_links,
    content: row.content ?? (await readContent(db, services.storage, scope, { row, now })),
  }
}
