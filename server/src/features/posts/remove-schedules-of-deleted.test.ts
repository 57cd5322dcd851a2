import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { removeAllOfDeleted, removeSchedulesOfDeleted } from './remove-schedules-of-deleted.ts'

const now = new Date('2026-06-10T12:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)

let kit: TestApp
let project: TestProject
beforeAll(async () => {
  kit = await startTestApp({ routes: [] })
  project = await buildProject(kit.db)
})
afterAll(() => kit.close())

const build = async (set: { date?: string; deletedAt?: Date; released?: boolean }) => {
  const { postId, scheduleId } = await buildPost(kit.db, project, {
    schedule: { date: set.date ?? '2026-06-05', time: '10:00', released: set.released ?? false },
  })
  await kit.db
    .updateTable('posts')
    .set({ deleted_at: set.deletedAt ?? null })
    .where('id', '=', postId)
    .execute()
  return async () => {
    const row = await kit.db
      .selectFrom('schedules')
      .select('deleted_at')
      .where('id', '=', scheduleId ?? 0)
      .executeTakeFirstOrThrow()
    return row.deleted_at === null ? 'kept' : 'removed'
  }
}

test('A schedule that came due while its post was deleted is removed once the deletion cannot be undone', async () => {
  const gone = await build({ deletedAt: hoursAgo(49) })
  const kept = await Promise.all([
    build({ deletedAt: hoursAgo(23) }),
    build({}),
    build({ deletedAt: hoursAgo(49), released: true }),
    build({ deletedAt: hoursAgo(49), date: '2026-07-01' }),
  ])
  expect(await removeAllOfDeleted(kit.db, now)).toBe(1)
  expect(await gone()).toBe('removed')
  for (const state of kept) expect(await state()).toBe('kept')
  expect(await removeAllOfDeleted(kit.db, now)).toBe(0)
})

test('More of them than one transaction takes are removed by the hourly job', async () => {
  const deleted_at = new Date(Date.now() - 50 * 3_600_000)
  const posts = await kit.db
    .insertInto('posts')
    .values(
      Array.from({ length: 1_001 }, () => ({
        project_id: project.projectId,
        type: 'text' as const,
        deleted_at,
      })),
    )
    .returning('id')
    .execute()
  await kit.db
    .insertInto('schedules')
    .values(
      posts.map(({ id }) => ({
        ...{ post_id: id, project_id: project.projectId, date: '2026-01-01', time: '10:00' },
        ...{ timezone: 'Europe/Berlin', datetime: deleted_at, is_autoposting: true },
      })),
    )
    .execute()
  expect(await removeSchedulesOfDeleted(kit.services)).toBe('done')
  const left = await kit.db
    .selectFrom('schedules')
    .select('id')
    .where(
      'post_id',
      'in',
      posts.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .execute()
  expect(left).toEqual([])
})
