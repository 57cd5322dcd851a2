import { beforeEach, describe, expect, it } from 'vitest'
import { localOf } from '#domain/kernel/time.ts'
import { listNotifications } from '#domain/notifications/contract.ts'
import { mailDue } from '#server/features/notifications/mail-due.ts'
import { notifyOfEvents } from '#server/features/notifications/notify-of-events.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { readMails } from '#testing/mails.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import { announceDanger } from './announce-danger.ts'

const kit = useTestApp({ routes: notificationRoutes })
const cast = useNewCast(kit)
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.updateTable('events').set({ is_told: true }).execute()
  await kit.db.updateTable('notifications').set({ mail_at: null }).execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
})

const MINUTE = 60_000
const pass = (minutes: number) => kit.clock.set(new Date(kit.clock.now().getTime() + minutes * MINUTE))

/** An approved post in so many minutes. Its account has no access, so it is red. */
const plan = async (minutes: number, social: Partial<TestSocial> = {}) =>
  buildPost(kit.db, cast.project, {
    type: 'text',
    schedule: localOf(new Date(kit.clock.now().getTime() + minutes * MINUTE), cast.project.timezone),
    socials: [{ network: 'facebook', status: 'approved', ...social }],
    createdBy: cast.creator.userId,
  })
const connect = () =>
  kit.db
    .updateTable('social_accounts')
    .set({ sealed_token: Buffer.from('sealed'), token_key_id: 'key' })
    .where('project_id', '=', cast.project.projectId)
    .execute()
const look = async () => {
  expect(await announceDanger(kit.services)).toBe('done')
  while ((await notifyOfEvents(kit.services)) > 0);
}
const told = async () => {
  const rows = await kit.db
    .selectFrom('notifications')
    .select(['user_id', 'post_id'])
    .where('kind', '=', 'endangered')
    .where('project_id', '=', cast.project.projectId)
    .execute()
  return rows.map(row => `${row.user_id} ${row.post_id}`).toSorted()
}
const both = (postId: number) =>
  [`${cast.admin.userId} ${postId}`, `${cast.creator.userId} ${postId}`].toSorted()

describe('A post that will not go out', () => {
  it('is told of ten minutes before its time, to its author and the admins, once', async () => {
    const { postId } = await plan(12)
    await look()
    expect(await told()).toEqual([])
    pass(2)
    await look()
    expect(await told()).toEqual(both(postId))
    pass(5)
    await look()
    expect(await told()).toEqual(both(postId))
  })

  it('is told of again for another time', async () => {
    const { postId, scheduleId } = await plan(9)
    await look()
    await kit.db
      .updateTable('schedules')
      .set({ datetime: new Date(testNow.getTime() + 60 * MINUTE) })
      .where('id', '=', scheduleId ?? 0)
      .execute()
    pass(52)
    await look()
    expect(await told()).toEqual([...both(postId), ...both(postId)].toSorted())
  })

  it('is told of by one of two workers', async () => {
    const { postId } = await plan(5)
    await Promise.all([announceDanger(kit.services), announceDanger(kit.services)])
    await look()
    expect(await told()).toEqual(both(postId))
  })

  it('is told of when it becomes red later than that, and not while it is amber or green', async () => {
    await connect()
    await plan(9)
    await plan(9, { status: 'draft' })
    await look()
    expect(await told()).toEqual([])
    await kit.db.updateTable('social_accounts').set({ needs_reconnecting: true }).execute()
    pass(4)
    await look()
    expect((await told()).length).toBeGreaterThan(0)
  })

  it('is not told of while its client is paused: an admin has decided that, and every page says so', async () => {
    await plan(9)
    await kit.db
      .insertInto('publishing_holds')
      .values({
        scope: 'project',
        project_id: cast.project.projectId,
        reason: 'paused',
        note: 'Holidays',
        held_at: new Date(testNow.getTime() - MINUTE),
        held_by: cast.admin.userId,
      })
      .execute()
    await look()
    expect(await told()).toEqual([])
  })

  it('says why under the bell and in a mail at once, and no more once it is put right', async () => {
    const { postId, scheduleId } = await plan(9)
    await look()
    const { data } = await kit.ask(cast.creator, listNotifications, { query: {} })
    expect(data.notifications).toMatchObject([
      { kind: 'endangered', post_id: postId, reason: expect.any(String) },
    ])
    await kit.db
      .updateTable('schedules')
      .set({ datetime: new Date(testNow.getTime() + 90 * MINUTE) })
      .where('id', '=', scheduleId ?? 0)
      .execute()
    while ((await mailDue(kit.services)) > 0);
    expect(await kit.db.selectFrom('outgoing_mails').select('id').execute()).toEqual([])
    const next = await plan(9)
    await look()
    while ((await mailDue(kit.services)) > 0);
    const email = await kit.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', cast.creator.userId)
      .executeTakeFirstOrThrow()
    const [mail] = await readMails(kit, email.email.toLowerCase())
    expect(mail?.subject).toContain('will not go out at its time'.replace('will', 'Will'))
    expect(mail?.text).toMatch(/connected|reconnected/)
    expect(next.postId).toBeGreaterThan(0)
  })
})
