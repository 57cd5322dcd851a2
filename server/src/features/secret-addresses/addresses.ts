import { type RawBuilder, sql } from 'kysely'
import type { SecretAddressKind } from '#domain/kernel/secret-addresses.ts'
import { fullName } from '#domain/kernel/text.ts'
import type { SecretAddress } from '#domain/secret-addresses/model.ts'
import { deleteLinks } from '#server/features/approval-links/links.ts'
import { deleteFeeds } from '#server/features/calendar-feeds/end-calendar-feed.ts'
import { deleteProofs } from '#server/features/proofs/proofs.ts'
import { toHolder } from '#server/features/reports/links/list-links.ts'
import { isRecipientPresent } from '#server/features/reports/links/recipient-links.ts'
import { deleteReportLinks } from '#server/features/reports/links/revoke-report-links.ts'
import type { Reader, Tx } from '#server/platform/db/database.ts'
import { listTrusted } from '#server/platform/session/maker.ts'

/** Whose addresses: those of an agency's projects, or those that a person has made. */
export type Whose = { readonly agencyId: number } | { readonly userId: number }

/** Some by kind and id, or all. */
export type Which = 'all' | readonly { readonly kind: SecretAddressKind; readonly id: number }[]

type Row = {
  readonly kind: SecretAddressKind
  readonly id: number
  readonly project_id: number
  readonly agency_id: number
  readonly project_name: string
  readonly subject: string
  readonly created_by: number | null
  readonly maker_name: string | null
  readonly maker_last_name: string | null
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly recipient_email: string | null
  readonly recipient_name: string | null
  readonly is_copied: boolean
  readonly opened_at: Date | null
}

const personName = sql`concat_ws(' ', u.name, nullif(u.last_name, ''))`

/**
 * Each kind as rows of the same columns. Of whom an approval link is must still be a client of the project, and whom a link to a report was
 * mailed to still in it: else it opens nothing.
 */
const all: RawBuilder<unknown> = sql`
  select 'approval_link' as kind, l.id, l.project_id, l.created_by, l.created_at, l.expires_at, ${personName} as subject,
      null as recipient_email, null as recipient_name, false as is_copied, null::timestamptz as opened_at
    from approval_links l join users u on u.id = l.user_id and not u.is_blocked
    join project_members m on m.project_id = l.project_id and m.user_id = l.user_id and m.role = 'external-approver'
  union all select 'report_link', l.id, l.project_id, l.created_by, l.created_at, l.expires_at,
      concat('Report of ', r.from_day, ' to ', r.to_day), l.email, ${personName}, l.is_copied, l.opened_at
    from report_links l join reports r on r.id = l.report_id left join users u on u.id = l.user_id
    where ${isRecipientPresent}
  union all select 'calendar_feed', l.id, l.project_id, l.user_id, l.created_at, null, ${personName}, null, null, false, null
    from calendar_feeds l join users u on u.id = l.user_id
  union all select 'proof', l.id, l.project_id, l.created_by, l.created_at, l.expires_at, l.title, null, null, false, l.opened_at
    from proofs l`

const readRows = async (db: Reader, whose: Whose, now: Date): Promise<Row[]> => {
  const own = 'userId' in whose ? sql`a.created_by = ${whose.userId}` : sql`p.agency_id = ${whose.agencyId}`
  const { rows } = await sql<Row>`
    select a.*, p.agency_id, p.name as project_name, c.name as maker_name, c.last_name as maker_last_name
    from (${all}) a join projects p on p.id = a.project_id and p.deleted_at is null
    left join users c on c.id = a.created_by
    where ${own} and (a.expires_at is null or a.expires_at > ${now})
    order by a.created_at desc, a.kind, a.id desc`.execute(db)
  return rows
}

/** The addresses that open something at present, the newest first. */
export const listAddresses = async (db: Reader, whose: Whose, now: Date): Promise<Row[]> =>
  listTrusted(db, await readRows(db, whose, now), ({ kind }) => kind)

export const toWire = (row: Row): SecretAddress => ({
  kind: row.kind,
  id: row.id,
  project: { id: row.project_id, name: row.project_name },
  subject: row.subject,
  made_by:
    row.maker_name === null ? null : fullName({ name: row.maker_name, last_name: row.maker_last_name ?? '' }),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  holder:
    row.kind === 'report_link'
      ? toHolder({ email: row.recipient_email, name: row.recipient_name ?? '', is_copied: row.is_copied })
      : null,
  opened_at: row.opened_at?.toISOString() ?? null,
})

/** Each by the feature that its rows belong to. */
const deletions = {
  approval_link: deleteLinks,
  report_link: deleteReportLinks,
  calendar_feed: deleteFeeds,
  proof: deleteProofs,
} as const satisfies Record<SecretAddressKind, (tx: Tx, ids: readonly number[]) => Promise<void>>

/** Deletes those of `which` that are theirs. @returns what was deleted, the ones that open nothing any more included */
export const deleteAddresses = async (
  tx: Tx,
  { whose, which, now }: { readonly whose: Whose; readonly which: Which; readonly now: Date },
): Promise<Row[]> => {
  const chosen = which === 'all' ? null : new Set(which.map(({ kind, id }) => `${kind} ${id}`))
  const gone = (await readRows(tx, whose, now)).filter(({ kind, id }) => chosen?.has(`${kind} ${id}`) ?? true)
  for (const [kind, rows] of Map.groupBy(gone, row => row.kind))
    await deletions[kind](
      tx,
      rows.map(({ id }) => id),
    )
  return gone
}

/** What the audit log calls them: the one by its subject, several by their number. */
export const subjectOf = (rows: readonly Row[]): string => {
  const [first, ...others] = rows
  return others.length === 0 ? (first?.subject ?? '') : `${rows.length} addresses`
}
