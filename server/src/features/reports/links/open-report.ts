import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type * as contract from '#domain/reports/contract.ts'
import type { SharedReport } from '#domain/reports/model.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { PoolCall } from '#server/platform/http/route.ts'
import { hashSecret } from '#server/platform/session/links.ts'
import { isMakerTrusted } from '#server/platform/session/maker.ts'
import { type ReportRow, toWritten } from '../reports.ts'
import { isRecipientPresent } from './recipient-links.ts'

export const openReport = async (
  { body }: Input<typeof contract.openReport>,
  { db, now }: PoolCall,
): Promise<Answer<typeof contract.openReport>> =>
  (await findLinkedReport(db, body.token, now))?.report ?? fail('not_found')

type Linked = { readonly row: ReportRow; readonly report: SharedReport }

/**
 * What the holder of this secret may read, which notes that it was opened; null: the link has ended with its time, with what its maker may
 * see or with its recipient's place in the project, or never was.
 */
export const findLinkedReport = async (db: Db, token: string, now: Date): Promise<Linked | null> => {
  const row = await db
    .selectFrom('report_links as l')
    .innerJoin('reports as r', 'r.id', 'l.report_id')
    .innerJoin('projects as p', 'p.id', 'r.project_id')
    .leftJoin('project_members as m', join =>
      join.onRef('m.user_id', '=', 'l.user_id').onRef('m.project_id', '=', 'l.project_id'),
    )
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .selectAll('r')
    .select(['l.id as link_id', 'l.created_by as link_created_by', 'l.opened_at'])
    .select(({ fn }) => fn.coalesce('m.language', 'u.language').as('reader_language'))
    .where('l.token_hash', '=', hashSecret(token))
    .where('l.expires_at', '>', now)
    .where('p.deleted_at', 'is', null)
    .where(isRecipientPresent)
    .executeTakeFirst()
  // Only a sent report has links.
  if (!row?.content || row.sent_at === null) return null
  const maker = { created_by: row.link_created_by, project_id: row.project_id }
  if (!(await isMakerTrusted(db, 'report_link', maker))) return null
  await noteOpening(db, { id: row.link_id, opened_at: row.opened_at }, now)
  const { content, reader_language, sent_at } = row
  return { row, report: { ...toWritten(row), sent_at: sent_at.toISOString(), reader_language, content } }
}

/** A page asks for its pictures and files as well: what was noted within this time is not noted again. */
const NOTED_EVERY_MS = 60_000

const noteOpening = async (
  db: Db,
  { id, opened_at }: { readonly id: number; readonly opened_at: Date | null },
  now: Date,
): Promise<void> => {
  if (opened_at && now.getTime() - opened_at.getTime() < NOTED_EVERY_MS) return
  await db.updateTable('report_links').set({ opened_at: now }).where('id', '=', id).execute()
}
