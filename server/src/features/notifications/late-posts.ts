import type { NotificationKind } from '#domain/notifications/kinds.ts'
import { readWaitingFor } from '#server/features/approvals/lists/waiting-for.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { findSystemScope } from '#server/platform/session/scope.ts'

type LateRow = {
  readonly kind: NotificationKind
  readonly project_id: number
  readonly post_id: number | null
}

export const isLate = (kind: NotificationKind): boolean => kind === 'approval_late' || kind === 'overdue'

/** Whom the late posts are waiting for, by post. Names are fine here: clients are not notified of late posts. */
export const findLateWaitingFor = async (
  db: Reader,
  rows: readonly LateRow[],
  { config }: Pick<Services, 'config'>,
): Promise<ReadonlyMap<number, readonly string[]>> => {
  const late = rows.filter(({ kind }) => isLate(kind))
  const found = new Map<number, readonly string[]>()
  for (const [projectId, own] of Map.groupBy(late, ({ project_id }) => project_id)) {
    const scope = await findSystemScope(db, projectId)
    if (!scope) continue
    const postIds = own.flatMap(({ post_id }) => post_id ?? [])
    const people = await listPeople(db, scope, config.publicUrl)
    for (const [postId, texts] of await readWaitingFor(db, postIds, people)) found.set(postId, texts)
  }
  return found
}
