import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startApprovals } from '#domain/approvals/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { countUnread, listNotifications, markRead } from '#domain/notifications/contract.ts'
import { deletePost } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { startTestApp, type TestApp, type TestPerson, testNow } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { purgeNotifications } from './purge-notifications.ts'
import { notificationRoutes } from './routes.ts'
import { tellEvents } from './tell-events.ts'

let kit: TestApp
let cast: Cast
beforeAll(async () => {
  kit = await startTestApp({ routes: [...approvalRoutes, ...postRoutes, ...notificationRoutes] })
})
afterAll(() => kit.close())
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('events').set({ is_told: true }).execute()
  cast = await buildCast(kit.db)
})

/** A post of which the internal approver has been told. */
const sendAndTell = async (message = 'Music on Thursday', more: SocialNetwork[] = []): Promise<number> => {
  const media = [await buildMedia(kit.db, cast.project)]
  const { postId } = await buildPost(kit.db, cast.project, {
    ...{
      socials: (['facebook', ...more] as const).map(network => ({ network, media, message })),
      schedule: { date: '2026-06-10', time: '12:00' },
    },
    createdBy: cast.creator.userId,
  })
  expect((await kit.ask(cast.creator, startApprovals, { body: { posts_ids: [postId] } })).status).toBe(200)
  kit.clock.set(new Date(kit.clock.now().getTime() + 20_000))
  while ((await tellEvents(kit.services)) > 0);
  return postId
}
const list = async (person: TestPerson, query: { is_unread?: 'true'; after?: number } = {}) =>
  (await kit.ask(person, listNotifications, { query })).data
const unread = async (person: TestPerson) => (await kit.ask(person, countUnread, {})).data.total

describe('What a person was told', () => {
  it('names who did it, the post and the project, and the version', async () => {
    const postId = await sendAndTell()
    const { notifications, next } = await list(cast.internal)
    expect(next).toBe(null)
    expect(notifications).toMatchObject([
      {
        ...{ kind: 'sent_for_approval', post_id: postId, project_id: cast.project.projectId, read_at: null },
        ...{ role: 'internal-approver', post_text: 'Music on Thursday' },
        versions: [{ social_network: 'facebook', status: 'pending_internal_approval' }],
      },
    ])
    expect(notifications[0]?.actor?.name).toBeTruthy()
  })

  it('is nothing to others, and cannot be read or marked by them', async () => {
    await sendAndTell()
    const [own] = (await list(cast.internal)).notifications
    for (const person of [cast.creator, cast.external, cast.stranger])
      expect((await list(person)).notifications).toEqual([])
    await kit.ask(cast.stranger, markRead, { body: { ids: [own?.id ?? 0] } })
    expect(await unread(cast.internal)).toBe(1)
  })

  it('is unread until it is marked, its post is opened, or all is marked', async () => {
    const [first, second, third] = [await sendAndTell('a'), await sendAndTell('b'), await sendAndTell('c')]
    expect(await unread(cast.internal)).toBe(3)
    const { data } = await kit.ask(cast.internal, markRead, { body: { post_id: first } })
    expect(data).toEqual({ total: 2, projects: [{ project_id: cast.project.projectId, count: 2 }] })
    const open = (await list(cast.internal, { is_unread: 'true' })).notifications
    expect(open.map(({ post_id }) => post_id)).toEqual([third, second])
    await kit.ask(cast.internal, markRead, { body: { ids: [open[0]?.id ?? 0] } })
    expect(await unread(cast.internal)).toBe(1)
    await kit.ask(cast.internal, markRead, { body: { is_all: true } })
    expect(await unread(cast.internal)).toBe(0)
  })

  it('counts once for all versions of a post, and again for what else was told of it', async () => {
    const postId = await sendAndTell('a', ['linkedin', 'instagram'])
    expect((await list(cast.internal)).notifications).toHaveLength(3)
    expect(await unread(cast.internal)).toBe(1)
    const { id, ...row } = await kit.db
      .selectFrom('notifications')
      .selectAll()
      .where('post_id', '=', postId)
      .where('user_id', '=', cast.internal.userId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await kit.db
      .insertInto('notifications')
      .values({ ...row, kind: 'note', event_id: -1 })
      .execute()
    expect(await unread(cast.internal)).toBe(2)
    await kit.ask(cast.internal, markRead, { body: { ids: [id] } })
    expect(await unread(cast.internal)).toBe(2)
  })

  it('is no longer listed or counted when its post is deleted, or the person has left', async () => {
    const postId = await sendAndTell()
    await sendAndTell()
    await kit.ask(cast.creator, deletePost, { params: { postId } })
    expect(await unread(cast.internal)).toBe(1)
    await kit.db.deleteFrom('project_members').where('user_id', '=', cast.internal.userId).execute()
    expect(await unread(cast.internal)).toBe(0)
    expect((await list(cast.internal)).notifications).toEqual([])
  })

  it('comes in pages, and is kept for 90 days', async () => {
    for (let count = 0; count < 31; count++) await sendAndTell()
    const page = await list(cast.internal)
    expect(page.notifications).toHaveLength(30)
    const rest = await list(cast.internal, { after: page.next ?? 0 })
    expect(rest.notifications).toHaveLength(1)
    kit.clock.set(new Date(testNow.getTime() + 89 * 86_400_000))
    await purgeNotifications(kit.services)
    expect(await unread(cast.internal)).toBe(31)
    kit.clock.set(new Date(testNow.getTime() + 91 * 86_400_000))
    await purgeNotifications(kit.services)
    expect(await unread(cast.internal)).toBe(0)
  })
})
