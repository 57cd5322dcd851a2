import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fullName } from '#domain/kernel/text.ts'
import type * as contract from '#domain/proofs/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listTrusted } from '#server/platform/session/maker.ts'

export const listProofs = async (
  _input: Input<typeof contract.listProofs>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listProofs>> => {
  const rows = await db
    .selectFrom('proofs as l')
    .innerJoin('users as u', 'u.id', 'l.created_by')
    .select(['l.id', 'l.project_id', 'l.title', 'l.has_drafts', 'l.has_comments', 'l.created_by'])
    .select(['l.created_at', 'l.expires_at', 'l.opened_at', 'u.name', 'u.last_name'])
    .select(({ eb }) => [
      eb('l.content', 'is not', null).as('is_frozen'),
      eb('l.pin_hash', 'is not', null).as('has_pin'),
    ])
    .where('l.project_id', '=', scope.projectId)
    .where('l.expires_at', '>', now)
    .orderBy('l.id', 'desc')
    .execute()
  return (await listTrusted(db, rows, () => 'proof')).map(row => ({
    id: row.id,
    title: row.title,
    is_frozen: Boolean(row.is_frozen),
    has_drafts: row.has_drafts,
    has_comments: row.has_comments,
    has_pin: Boolean(row.has_pin),
    made_by: fullName(row),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    opened_at: row.opened_at?.toISOString() ?? null,
  }))
}
