import { beforeEach, describe, expect, it } from 'vitest'
import { startApprovals } from '#domain/approvals/contract.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { countUnread, listNotifications, markRead } from '#domain/notifications/contract.ts'
import type { ProjectKind } from '#domain/notifications/kinds.ts'
import { deletePost } from '#domain/posts/contract.ts'
import { approvalRoutes } from '#server/features/approvals/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { notifyOfEvents } from './notify-of-events.ts'
import { purgeNotifications } from './purge-notifications.ts'
import { notificationRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...approvalRoutes, ...postRoutes, ...notificationRoutes] })
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('events').set({ is_told: true }).execute()
  cast = await buildCast(kit.db)
})

/** A post of which the internal approver has been notified. */
const sendAndTell = async (message = 'Music on Thursday', more: SocialNetwork[] = []): Promise<number> => {
  const media = [await buildMedia(kit.db, cast.project)]
  const { postId } = await buildPost(kit.db, cast.project, {
    socials: (['facebook', ...more] as const).map(network => ({ network, media, message })),
    schedule: { date: '2026-06-10', time: '12:00' },
    createdBy: cast.creator.userId,
  })
  expect((await kit.ask(cast.creator, startApprovals, { body: { posts_ids: [postId] } })).status).toBe(200)
  kit.clock.set(new Date(kit.clock.now().getTime() + 20_000))
  while ((await notifyOfEvents(kit.services)) > 0);
  return postId
}
let made = 0
/** Another notification. */
const notify = async (
  person: TestPerson,
  row: { kind: ProjectKind; post_id: number | null; project_id?: number },
): Promise<void> => {
  made += 1
  await kit.db
    .insertInto('notifications')
    .values({
      user_id: person.userId,
      project_id: cast.project.projectId,
      event_id: -made,
      ...row,
      created_at: kit.clock.now(),
    })
    .execute()
}
const list = async (person: TestPerson, query: { is_unread?: 'true'; after?: number } = {}) =>
  (await kit.ask(person, listNotifications, { query })).data
const unread = async (person: TestPerson) => (await kit.ask(person, countUnread, {})).data.total

describe('What a person was notified of', () => {
  it('names who did it, the post and the project, and the version', async () => {
    const postId = await sendAndTell()
    const { notifications, next } = await list(cast.internal)
    expect(next).toBe(null)
    expect(notifications).toMatchObject([
      {
        kind: 'sent_for_approval',
        post_id: postId,
        project_id: cast.project.projectId,
        read_at: null,
        role: 'internal-approver',
        post_text: 'Music on Thursday',
        versions: [{ social_network: 'facebook', status: 'pending_internal_approval' }],
      },
    ])
    const [first] = notifications
    expect(first && 'actor' in first && first.actor?.name).toBeTruthy()
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
    expect(data).toEqual({
      total: 2,
      projects: [{ project_id: cast.project.projectId, count: 2, account_kinds: [] }],
      agencies: [],
    })
    const open = (await list(cast.internal, { is_unread: 'true' })).notifications
    expect(open).toMatchObject([{ post_id: third }, { post_id: second }])
    await kit.ask(cast.internal, markRead, { body: { ids: [open[0]?.id ?? 0] } })
    expect(await unread(cast.internal)).toBe(1)
    await kit.ask(cast.internal, markRead, { body: { is_all: true } })
    expect(await unread(cast.internal)).toBe(0)
  })

  it('counts once for all versions of a post, and again for what else happened to it', async () => {
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

  it('names whom a late post waits for, until it is approved, and to no client', async () => {
    const postId = await sendAndTell()
    await notify(cast.creator, { kind: 'approval_late', post_id: postId })
    await notify(cast.external, { kind: 'approval_late', post_id: postId })
    await notify(cast.creator, { kind: 'note', post_id: postId })
    const waiting = async (person: TestPerson) =>
      (await list(person)).notifications.map(one => ('waiting_for' in one ? one.waiting_for : null))
    const { name, last_name } = await kit.db
      .selectFrom('users')
      .select(['name', 'last_name'])
      .where('id', '=', cast.internal.userId)
      .executeTakeFirstOrThrow()
    expect(await waiting(cast.creator)).toEqual([[], [`Waiting for ${`${name} ${last_name}`.trim()}.`]])
    expect(await waiting(cast.external)).toEqual([])
    await kit.db.updateTable('approvals').set({ status: 'approved', closed_at: testNow }).execute()
    expect(await waiting(cast.creator)).toEqual([[], []])
  })

  it('about the account is read by its kind in its project, and by its person alone', async () => {
    const other = await buildCast(kit.db)
    await kit.db
      .insertInto('project_members')
      .values({
        project_id: other.project.projectId,
        user_id: cast.internal.userId,
        role: 'internal-approver',
      })
      .execute()
    const about = { post_id: null }
    await notify(cast.internal, { ...about, kind: 'reconnecting' })
    await notify(cast.internal, { ...about, kind: 'invitation' })
    await notify(cast.internal, { ...about, kind: 'reconnecting', project_id: other.project.projectId })
    const projectId = cast.project.projectId
    const { data: before } = await kit.ask(cast.internal, countUnread, {})
    expect(before.projects).toEqual([
      { project_id: projectId, count: 2, account_kinds: ['invitation', 'reconnecting'] },
      { project_id: other.project.projectId, count: 1, account_kinds: ['reconnecting'] },
    ])
    const body = { project_id: projectId, kind: 'reconnecting' as const }
    for (const person of [cast.creator, cast.stranger, other.admin]) await kit.ask(person, markRead, { body })
    expect(await unread(cast.internal)).toBe(3)
    const { data: after } = await kit.ask(cast.internal, markRead, { body })
    expect(after.projects).toEqual([
      { project_id: projectId, count: 1, account_kinds: ['invitation'] },
      { project_id: other.project.projectId, count: 1, account_kinds: ['reconnecting'] },
    ])
    const wrong = { project_id: projectId, kind: 'sent_for_approval' as 'reconnecting' }
    expect((await kit.ask(cast.internal, markRead, { body: wrong })).status).toBe(422)
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

  it('is nothing of the agency’s own any more once the person is a client', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', status: 'draft', message: 'Not for clients yet' }],
      schedule: { date: '2026-05-31', time: '12:00' },
      createdBy: cast.creator.userId,
    })
    const about = { project_id: cast.project.projectId, post_id: postId, detail: JSON.stringify({}) }
    await kit.db
      .insertInto('events')
      .values({ ...about, type: 'post.overdue', is_told: false })
      .execute()
    while ((await notifyOfEvents(kit.services)) > 0);
    expect((await list(cast.creator)).notifications).toMatchObject([
      { kind: 'overdue', post_text: 'Not for clients yet' },
    ])
    await kit.db
      .updateTable('project_members')
      .set({ role: 'external-approver' })
      .where('user_id', '=', cast.creator.userId)
      .execute()
    expect((await list(cast.creator)).notifications).toEqual([])
    expect(await unread(cast.creator)).toBe(0)
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
