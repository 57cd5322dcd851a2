import { describe, expect, it } from 'vitest'
import { approveRound, startApprovals } from '#domain/approvals/contract.ts'
import { updateProjectNotificationSetting } from '#domain/notifications/contract.ts'
import type { NotificationKind } from '#domain/notifications/kinds.ts'
import { listPushDevices } from '#domain/notifications/push-contract.ts'
import { saveQuietHours } from '#domain/notifications/quiet-hours-contract.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { purgeNotifications } from '#server/features/notifications/purge-notifications.ts'
import { endSessionsOf } from '#server/platform/session/end-sessions.ts'
import { type TestPerson, testNow } from '#testing/app.ts'
import { type PushedPosts, usePush } from '#testing/openings/push.ts'
import { pushDue } from './push-due.ts'

const kit = usePush()
const choose = (person: TestPerson, kindId: number, choice: object) => {
  const settingId = kit.cast.project.projectId * 100 + kindId
  return kit.app.ask(person, updateProjectNotificationSetting, {
    params: { settingId },
    body: { notification_id: settingId, type_id: 2, timeframe_type_id: 2, status: 1, ...choice },
  })
}

describe('A push message', () => {
  it('comes at once to each browser of the person, in words that say what to do and where', async () => {
    const [phone, desk] = [await kit.browserOf(kit.cast.creator), await kit.browserOf(kit.cast.creator)]
    const posts = await kit.buildPosts('Cold brew for June')
    await kit.sendBack(posts)
    expect(await kit.deliverAll()).toEqual(['done', 'done'])
    const shown = await kit.push.messages(phone.browser)
    expect(shown).toEqual([
      {
        title: expect.stringMatching(/: .+ requested a revision$/),
        body: 'Cold brew for June',
        url: `${kit.app.services.config.publicUrl}/${kit.cast.project.projectId}/manage-post/facebook?postId=${posts[0]?.postId}`,
        tag: `post-${posts[0]?.postId}`,
        ttl: 86_400,
        urgency: 'high',
      },
    ])
    expect(await kit.push.messages(desk.browser)).toEqual(shown)
    expect(await kit.count('push_messages')).toBe(0)
  })

  it('about several posts is one, in the place of no other', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.sendBack(await kit.buildPosts('One', 'Two', 'Three', 'Four'))
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toMatchObject([
      {
        title: expect.stringMatching(/^4 updates for /),
        body: 'One · Two · Three',
        tag: expect.stringMatching(/^notification-\d+$/),
      },
    ])
    await kit.sendBack(await kit.buildPosts('Five', 'Six'))
    await kit.deliverAll()
    const tags = (await kit.push.messages(browser)).map(({ tag }) => tag)
    expect([tags.length, new Set(tags).size]).toEqual([2, 2])
  })

  it('to a client opens what waits for them without a password, in their language, and names nothing internal', async () => {
    const { browser } = await kit.browserOf(kit.cast.external)
    await kit.app.db
      .updateTable('users')
      .set({ language: 'de' })
      .where('id', '=', kit.cast.external.userId)
      .execute()
    const [post] = await kit.buildPosts('Frühlingskarte')
    const body = { posts_ids: [post?.postId ?? 0] }
    expect((await kit.app.ask(kit.cast.creator, startApprovals, { body })).status).toBe(200)
    kit.app.clock.advance(60_000)
    const round = { post_social_id: post?.socialIds[0] ?? 0 }
    expect((await kit.app.ask(kit.cast.internal, approveRound, { body: round })).status).toBe(200)
    while ((await notifyOfEvents(kit.app.services)) > 0);
    await kit.deliverAll()
    const [message] = await kit.push.messages(browser)
    expect(message?.title).toMatch(/freigeben|Freigabe/i)
    expect(message?.body).toBe('Frühlingskarte')
    expect(message?.url).toContain('/approve#')
  })

  it('fits into what push services take, also in letters of four bytes', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.app.db
      .updateTable('projects')
      .set({ name: '𝕳𝖆𝖗𝖇𝖔𝖗'.repeat(10) })
      .where('id', '=', kit.cast.project.projectId)
      .execute()
    await kit.sendBack(await kit.buildPosts(...['🏝'.repeat(500), '🏖'.repeat(500), '🌊'.repeat(500)]))
    expect(await kit.deliverAll()).toEqual(['done'])
    const [message] = await kit.push.messages(browser)
    expect([...(message?.body ?? '')]).toHaveLength(240)
    expect(message?.body.endsWith('…')).toBe(true)
  })
})

describe('Nothing is pushed', () => {
  const remains = async (browser: Parameters<typeof kit.push.messages>[0]) => {
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toEqual([])
    expect(await kit.count('waiting_pushes')).toBe(0)
  }

  it('of a kind that waits for nobody, unless the person has chosen it', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.sendBack(await kit.buildPosts('One'), 'approval.approved')
    await remains(browser)
    expect((await choose(kit.cast.creator, 6, { push: 1 })).data.push).toBe(1)
    await kit.sendBack(await kit.buildPosts('Two'), 'approval.approved')
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toHaveLength(1)
  })

  it('of a kind that the person has turned off, whose mails go on', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    expect((await choose(kit.cast.creator, 8, { push: 0 })).data).toMatchObject({ push: 0, status: 1 })
    await kit.sendBack(await kit.buildPosts('One'))
    await remains(browser)
    expect(await kit.app.db.selectFrom('notifications').select('mail_at').execute()).toHaveLength(1)
    expect((await choose(kit.cast.creator, 8, { status: 0 })).data).toMatchObject({ push: 0, status: 0 })
  })

  it('that was read, or whose post was deleted, before it could be sent', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.sendBack(await kit.buildPosts('One'))
    await kit.app.db.updateTable('notifications').set({ read_at: testNow }).execute()
    await remains(browser)
    const [gone] = await kit.buildPosts('Two')
    await kit.sendBack([gone as NonNullable<typeof gone>])
    await kit.app.db
      .updateTable('posts')
      .set({ deleted_at: testNow })
      .where('id', '=', gone?.postId ?? 0)
      .execute()
    await remains(browser)
  })

  it('once the person has signed out there, and their address is deleted', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.sendBack(await kit.buildPosts('One'))
    while ((await pushDue(kit.app.services)) > 0);
    await kit.app.db
      .transaction()
      .execute(tx => endSessionsOf(tx, kit.cast.creator.userId, { now: kit.app.clock.now() }))
    await remains(browser)
    expect(await kit.count('push_devices')).toBe(1)
    await purgeNotifications(kit.app.services)
    expect(await kit.count('push_devices')).toBe(0)
  })

  it('to a blocked person', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.app.db
      .updateTable('users')
      .set({ is_blocked: true })
      .where('id', '=', kit.cast.creator.userId)
      .execute()
    await kit.sendBack(await kit.buildPosts('One'))
    await remains(browser)
  })

  it('to the former person of a browser in which somebody else has turned it on', async () => {
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.add(kit.cast.admin, browser)
    await kit.sendBack(await kit.buildPosts('One'))
    await remains(browser)
    expect((await kit.app.ask(kit.cast.creator, listPushDevices)).data.devices).toEqual([])
  })
})

describe('In quiet hours', () => {
  const nights = { days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '08:00', timezone: 'Asia/Tokyo' }
  const tell = async (kind: NotificationKind, [post]: PushedPosts) => {
    const place = {
      project_id: kit.cast.project.projectId,
      post_id: post?.postId ?? 0,
      post_social_id: post?.socialIds[0] ?? 0,
    }
    const { id: event_id } = await kit.app.db
      .insertInto('events')
      .values({
        type: 'note.created',
        is_told: true,
        ...place,
        detail: JSON.stringify({ due_at: '2026-06-10T10:00:00.000Z' }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await kit.app.db
      .insertInto('notifications')
      .values({ ...place, event_id, user_id: kit.cast.creator.userId, kind, created_at: kit.app.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kit.app.db
      .insertInto('waiting_pushes')
      .values({ notification_id: id, user_id: kit.cast.creator.userId, push_at: kit.app.clock.now() })
      .execute()
  }

  it('a message waits for their end, and is one with what came meanwhile', async () => {
    kit.app.clock.set(new Date('2026-06-01T14:00:00Z'))
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.app.ask(kit.cast.creator, saveQuietHours, { body: { quiet_hours: nights } })
    await tell('note', await kit.buildPosts('One'))
    await kit.deliverAll()
    kit.app.clock.advance(3_600_000)
    await tell('note', await kit.buildPosts('Two'))
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toEqual([])
    kit.app.clock.set(new Date('2026-06-01T23:00:00Z'))
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toMatchObject([{ body: 'One · Two' }])
  })

  it('what will not go out in ten minutes comes, and is not shown after them', async () => {
    kit.app.clock.set(new Date('2026-06-01T14:00:00Z'))
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.app.ask(kit.cast.creator, saveQuietHours, { body: { quiet_hours: nights } })
    await tell('endangered', await kit.buildPosts('One'))
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toMatchObject([{ ttl: 600, urgency: 'high' }])
  })

  it.each([
    ['that can wait waits for their end', 'note', 0],
    ['about a post that will not go out comes in them', 'endangered', 1],
  ] as const)('a message that was not taken before them, and %s', async (_, kind, inThem) => {
    // The minute before they begin.
    kit.app.clock.set(new Date('2026-06-01T10:59:00Z'))
    const { browser } = await kit.browserOf(kit.cast.creator)
    await kit.app.ask(kit.cast.creator, saveQuietHours, { body: { quiet_hours: nights } })
    await kit.push.set(browser, { answers: [503] })
    await tell(kind, await kit.buildPosts('One'))
    expect(await kit.deliverAll()).toEqual(['retry'])
    kit.app.clock.advance(120_000)
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toHaveLength(inThem)
    kit.app.clock.set(new Date('2026-06-01T23:00:00Z'))
    await kit.deliverAll()
    expect(await kit.push.messages(browser)).toHaveLength(1)
    expect(await kit.count('push_messages')).toBe(0)
  })
})
