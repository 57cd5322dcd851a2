import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { periodOf } from './figures/periods.ts'
import { readPublished } from './figures/read-published.ts'
import { pictureAddresses } from './figures/sent-pictures.ts'
import { findReport } from './reports.ts'

export const getReportPictures = async (
  { params }: Input<typeof contract.getReportPictures>,
  { db, scope, services }: ScopedPoolCall,
): Promise<Answer<typeof contract.getReportPictures>> => {
  const row = await findReport(db, scope, params.reportId)
  if (!row) return fail('not_found')
  const days = { from: row.from_day, to: row.to_day }
  const posts =
    row.content?.posts ?? (await readPublished(db, scope, row.networks, periodOf(days, scope.timezone))).posts
  return pictureAddresses(db, services.storage, row, posts)
}
