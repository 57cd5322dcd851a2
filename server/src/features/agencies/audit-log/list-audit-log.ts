import type * as contract from '#domain/agencies/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { AgencyPoolCall } from '#server/platform/http/route.ts'
import { selectEntries, toEntry } from './entries.ts'

/** One page, and where the next one starts. One entry more than requested shows whether there is a next page. */
export const listAuditLog = async (
  { query: { before_id, limit, ...filters } }: Input<typeof contract.listAuditLog>,
  { db, agency }: AgencyPoolCall,
): Promise<Answer<typeof contract.listAuditLog>> => {
  const all = selectEntries(db, agency, filters)
  const older = before_id === undefined ? all : all.where('l.id', '<', before_id)
  const rows = await older.limit(limit + 1).execute()
  const entries = rows.slice(0, limit).map(toEntry)
  return { entries, next_before_id: rows.length > limit ? (entries.at(-1)?.id ?? null) : null }
}
