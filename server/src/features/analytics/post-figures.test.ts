import { expect, it } from 'vitest'
import { findSystemScope } from '#server/platform/session/scope.ts'
import { useTestApp } from '#testing/app.ts'
import { buildPublished } from '#testing/figures.ts'
import { buildProject, type TestProject } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { listPublishedFigures } from './post-figures.ts'

const kit = useTestApp({ routes: [] })

const publish = async (
  project: TestProject,
  at: string,
  readings: { read_at: Date; likes: number }[] = [],
) => {
  const post = await buildPost(kit.db, project, { socials: [{ network: 'facebook' }] })
  const [social] = post.socialIds
  if (social === undefined) throw new Error('no version')
  await buildPublished(kit.db, project, social, { at: new Date(at), readings })
  return { ...post, social }
}

it('What went out in a period is listed by its time with its latest figures', async () => {
  const project = await buildProject(kit.db)
  await publish(await buildProject(kit.db), '2026-05-02T10:00:00Z')
  await publish(project, '2026-04-30T23:59:59Z')
  await publish(project, '2026-06-01T00:00:00Z')
  const unread = await publish(project, '2026-05-20T10:00:00Z')
  const read = await publish(project, '2026-05-01T00:00:00Z', [
    { read_at: new Date('2026-05-01T06:00:00Z'), likes: 20 },
    { read_at: new Date('2026-05-01T01:00:00Z'), likes: 3 },
  ])
  const deleted = await publish(project, '2026-05-03T10:00:00Z')
  await kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', deleted.postId).execute()

  const scope = await findSystemScope(kit.db, project.projectId)
  if (!scope) throw new Error('no project')
  const period = { from: new Date('2026-05-01T00:00:00Z'), until: new Date('2026-06-01T00:00:00Z') }
  const found = await listPublishedFigures(kit.db, scope, { network: 'facebook', ...period })
  expect(
    found.map(({ postSocialId, likes, reach, readAt }) => ({ postSocialId, likes, reach, readAt })),
  ).toEqual([
    { postSocialId: read.social, likes: 20, reach: null, readAt: new Date('2026-05-01T06:00:00Z') },
    { postSocialId: unread.social, likes: null, reach: null, readAt: null },
  ])
  expect(await listPublishedFigures(kit.db, scope, { network: 'linkedin', ...period })).toEqual([])
})
