import { sql } from 'kysely'
import type * as contract from '#domain/content/contract.ts'
import { SAVED_VIEWS_MAX } from '#domain/content/views.ts'
import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'

export const saveView = async (
  { body }: Input<typeof contract.saveView>,
  { tx, scope, person, now }: ScopedCall,
): Promise<Answer<typeof contract.saveView>> => {
  const { projectId } = scope
  const { userId } = person
  // Locked: two views that are saved at once are counted one after the other.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const { name, search } = body
  const { rows } = await sql<{ id: number; name: string; search: string }>`
    insert into saved_views (project_id, user_id, name, search, created_at)
    values (${projectId}, ${userId}, ${name}, ${search}, ${now})
    on conflict (project_id, user_id, lower(name)) do update set name = excluded.name, search = excluded.search
    returning id, name, search`.execute(tx)
  const { count } = await tx
    .selectFrom('saved_views')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  // The failure takes the new one back.
  if (Number(count) > SAVED_VIEWS_MAX)
    return fail('too_many_saved_views', { values: { max: String(SAVED_VIEWS_MAX) } })
  const [saved] = rows
  if (!saved) throw new Error('an insert returns its row')
  return saved
}
