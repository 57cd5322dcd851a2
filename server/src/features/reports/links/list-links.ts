import { fullName } from '#domain/kernel/text.ts'
import type { LinkHolder, ReportLink } from '#domain/reports/model.ts'
import type { Reader } from '#server/platform/db/database.ts'
import { listTrusted } from '#server/platform/session/maker.ts'
import { isRecipientPresent } from './recipient-links.ts'

/** What a row says of whose the link is; `name` empty: an address of which nothing more is known. */
type Held = { readonly email: string | null; readonly is_copied: boolean; readonly name: string }

export const toHolder = ({ email, is_copied, name }: Held): LinkHolder => {
  if (email !== null) return { kind: 'recipient', name, email }
  return { kind: is_copied ? 'maker' : 'several' }
}

/** The links that a report can be read by at present, the newest first. */
export const listLinks = async (db: Reader, reportId: number, now: Date): Promise<ReportLink[]> => {
  const rows = await db
    .selectFrom('report_links as l')
    .leftJoin('users as r', 'r.id', 'l.user_id')
    .leftJoin('users as c', 'c.id', 'l.created_by')
    .select(['l.id', 'l.project_id', 'l.created_by', 'l.created_at', 'l.expires_at', 'l.opened_at'])
    .select(['l.email', 'l.is_copied', 'r.name', 'r.last_name'])
    .select(['c.name as maker_name', 'c.last_name as maker_last_name'])
    .where('l.report_id', '=', reportId)
    .where('l.expires_at', '>', now)
    .where(isRecipientPresent)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .execute()
  return (await listTrusted(db, rows, () => 'report_link')).map(row => ({
    id: row.id,
    holder: toHolder({ ...row, name: nameOf(row.name, row.last_name) }),
    made_by: nameOf(row.maker_name, row.maker_last_name) || null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    opened_at: row.opened_at?.toISOString() ?? null,
  }))
}

const nameOf = (name: string | null, last_name: string | null): string =>
  name === null ? '' : fullName({ name, last_name: last_name ?? '' })
