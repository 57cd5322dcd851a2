import type * as contract from '#domain/content/contract.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'

export const listSavedViews = (
  _input: Input<typeof contract.listSavedViews>,
  { db, scope, person }: ScopedPoolCall,
): Promise<Answer<typeof contract.listSavedViews>> =>
  db
    .selectFrom('saved_views')
    .select(['id', 'name', 'search'])
    .where('project_id', '=', scope.projectId)
    .where('user_id', '=', person.userId)
    .orderBy(({ fn }) => fn('lower', ['name']))
    .execute()
