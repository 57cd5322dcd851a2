import { auditCsv } from '#domain/agencies/audit-log.ts'
import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { selectEntries, toEntry } from './entries.ts'

/** Lines in one file: some megabytes, which browsers still accept in one answer. */
const EXPORTED_MAX = 20_000

export const exportAuditLog = async (
  { query }: Input<typeof contract.exportAuditLog>,
  { db, agency, now }: AgencyPoolCall,
): Promise<Answer<typeof contract.exportAuditLog>> => {
  const rows = await selectEntries(db, agency, query)
    .limit(EXPORTED_MAX + 1)
    .execute()
  return {
    file_name: `audit-log-${now.toISOString().slice(0, 10)}.csv`,
    csv: auditCsv(rows.slice(0, EXPORTED_MAX).map(toEntry)),
    is_cut: rows.length > EXPORTED_MAX,
  }
}
