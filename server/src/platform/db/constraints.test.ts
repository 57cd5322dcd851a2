import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { useTestApp } from '#testing/app.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#testing/posts.ts'

let own: { project: TestProject; post: TestPost; media: number }
let other: typeof own
const build = async () => {
  const project = await buildProject(kit.db)
  const schedule = { date: '2026-06-02', time: '10:00' }
  const media = await buildMedia(kit.db, project)
  const socials = [{ network: 'facebook' as const, media: [media] }]
  const post = await buildPost(kit.db, project, { status: 'pending_internal_approval', socials, schedule })
  return { project, post, media }
}
const kit = useTestApp({ routes: [] })
beforeAll(async () => {
  own = await build()
  other = await build()
})

it('No row can belong to two projects: each table that names its project refuses a parent of another project', async () => {
  // Every foreign key from a table with a project to another table with a project. A file is copied from another project (decision 56).
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select c.conrelid::regclass || ' → ' || c.confrelid::regclass as name,
      (select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c
    where c.contype = 'f' and c.conrelid <> 'audit_log'::regclass and c.conname <> 'media_copies_source_media_id_fkey'
      and exists (select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'project_id')
      and exists (select 1 from pg_attribute a where a.attrelid = c.confrelid and a.attname = 'project_id')`.execute(
    kit.db,
  )
  expect(rows.length).toBeGreaterThan(12)
  expect(rows.filter(({ columns }) => !columns.includes('project_id')).map(({ name }) => name)).toEqual([])
})

it.each([
  [
    'a version',
    () =>
      sql`update post_socials set project_id = ${other.project.projectId} where id = ${own.post.socialIds[0]}`,
  ],
  [
    'a schedule',
    () => sql`update schedules set project_id = ${other.project.projectId} where id = ${own.post.scheduleId}`,
  ],
  [
    'an attachment',
    () => sql`update attachments set media_id = ${other.media} where media_id = ${own.media}`,
  ],
  [
    'a round',
    () =>
      sql`update approvals set project_id = ${other.project.projectId} where post_social_id = ${own.post.socialIds[0]}`,
  ],
  [
    'an event',
    () =>
      sql`insert into events (project_id, post_id, type) values (${own.project.projectId}, ${other.post.postId}, 'post.saved')`,
  ],
])('The database refuses %s of one project under a parent of another', async (_what, statement) => {
  await expect(statement().execute(kit.db)).rejects.toThrow('foreign key constraint')
})

it('The database refuses an unknown type', async () => {
  await expect(
    sql`update posts set type = 'poem' where id = ${own.post.postId}`.execute(kit.db),
  ).rejects.toThrow('check constraint')
})

it('A publication can be marked as sent through another account only if it must be looked up first', async () => {
  const insert = (look_up_first: 'must' | null) =>
    sql`insert into publications (post_social_id, project_id, social_network, status, content_digest, due_at, run_at,
        look_up_first, was_sent_elsewhere)
      values (${own.post.socialIds[0]}, ${own.project.projectId}, 'facebook', 'cancelled', '', now(), now(),
        ${look_up_first}, true)`.execute(kit.db)
  await expect(insert(null)).rejects.toThrow('check constraint')
  await expect(insert('must')).resolves.toBeDefined()
})
