import type * as contract from '#domain/approval-links/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fullName } from '#domain/kernel/text.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { listTrusted } from '#server/platform/session/maker.ts'

export const listApprovalLinks = async (
  _input: Input<typeof contract.listApprovalLinks>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listApprovalLinks>> => {
  const rows = await db
    .selectFrom('approval_links as l')
    .leftJoin('users as u', 'u.id', 'l.created_by')
    .select(['l.id', 'l.project_id', 'l.user_id', 'l.is_for_mail', 'l.created_by', 'u.name', 'u.last_name'])
    .select(['l.created_at', 'l.expires_at', 'l.last_decided_at'])
    .where('l.project_id', '=', scope.projectId)
    .where('l.expires_at', '>', now)
    .orderBy('l.id', 'desc')
    .execute()
  const trusted = await listTrusted(db, rows, () => 'approval_link')
  return trusted.map(({ name, last_name, created_by, created_at, expires_at, last_decided_at, ...row }) => ({
    id: row.id,
    user_id: row.user_id,
    is_for_mail: row.is_for_mail,
    created_by: created_by === null ? null : fullName({ name: name ?? '', last_name: last_name ?? '' }),
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    last_decided_at: last_decided_at?.toISOString() ?? null,
  }))
}
