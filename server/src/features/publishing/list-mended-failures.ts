import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type * as contract from '#domain/publishing/contract.ts'
import { failuresMendedByLogin } from '#domain/publishing/status.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

/** As many as a person looks through. */
const LISTED_MAX = 50

export const listMendedFailures = async (
  _input: Input<typeof contract.listMendedFailures>,
  { db, scope, now }: ScopedPoolCall,
): Promise<Answer<typeof contract.listMendedFailures>> => {
  const rows = await db
    .selectFrom('post_socials')
    .innerJoin('posts', 'posts.id', 'post_socials.post_id')
    .innerJoin('social_accounts', join =>
      join
        .onRef('social_accounts.project_id', '=', 'post_socials.project_id')
        .onRef('social_accounts.social_network', '=', 'post_socials.social_network'),
    )
    .leftJoin('schedules', join =>
      join.onRef('schedules.post_id', '=', 'posts.id').on('schedules.deleted_at', 'is', null),
    )
    .select(['post_socials.post_id', 'post_socials.social_network', 'post_socials.message', 'datetime'])
    .where('post_socials.project_id', '=', scope.projectId)
    .where('post_socials.status', '=', 'publishing_failed')
    .where('post_socials.failure_reason', 'in', failuresMendedByLogin)
    .where('posts.deleted_at', 'is', null)
    .where('social_accounts.removed_at', 'is', null)
    .where('needs_reconnecting', '=', false)
    .where(eb => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .orderBy('datetime')
    .orderBy('post_socials.id')
    .limit(LISTED_MAX)
    .execute()
  return rows.map(({ datetime, ...row }) => ({ ...row, scheduled_at: datetime?.toISOString() ?? null }))
}
