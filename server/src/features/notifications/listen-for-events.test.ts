import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emit, emitOfAgency } from '#server/platform/events/emit.ts'
import { testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { listenForEvents } from './listen-for-events.ts'
import { sendDueNotifications } from './send-due-notifications.ts'

const kit = useTestApp({ routes: [] })
let cast: Cast
let listening: Awaited<ReturnType<typeof listenForEvents>> | undefined
beforeEach(async () => {
  kit.clock.set(testNow)
  await kit.db.deleteFrom('notifications').execute()
  await kit.db.deleteFrom('outgoing_mails').execute()
  cast = await buildCast(kit.db)
})
afterEach(async () => {
  await listening?.stop()
  listening = undefined
})

type Happening = {
  readonly type?: 'post_social.published' | 'post_social.publishing_failed'
  readonly from?: Date
}

/** Something happens to a post of the creator's, of which they are notified. `from`: not before. */
const happen = async ({ type = 'post_social.published', from }: Happening = {}) => {
  const { postId, socialIds } = await buildPost(kit.db, cast.project, {
    createdBy: cast.creator.userId,
    status: type === 'post_social.published' ? 'live' : 'publishing_failed',
  })
  await kit.db.transaction().execute(tx =>
    emit(tx, {
      type,
      projectId: cast.project.projectId,
      postId,
      postSocialId: socialIds[0] ?? 0,
      actorId: null,
      ...(from && { notifyFrom: from }),
    }),
  )
}
const notifications = async () =>
  (await kit.db.selectFrom('notifications').select(['user_id', 'kind']).execute()).map(
    ({ user_id, kind }) => [user_id === cast.creator.userId ? 'creator' : 'admin', kind],
  )
const untilNotified = (count: number) => expect.poll(async () => (await notifications()).length).toBe(count)
const mails = () => kit.db.selectFrom('outgoing_mails').select('recipient').execute()

describe('The listener', () => {
  it('tells people of an event once its transaction commits', async () => {
    listening = await listenForEvents(kit.services, kit.url)
    await happen()
    await untilNotified(1)
    expect(await notifications()).toEqual([['creator', 'published']])
  })

  it('tells admins of what happens to their agency', async () => {
    listening = await listenForEvents(kit.services, kit.url)
    const { agencyId } = cast.project
    await kit.db.transaction().execute(tx => emitOfAgency(tx, 'subscription.payment_failed', agencyId))
    await untilNotified(1)
    expect(await notifications()).toEqual([['admin', 'payment_failed']])
  })

  it('tells what happened while no worker ran, as soon as one does', async () => {
    await happen()
    listening = await listenForEvents(kit.services, kit.url)
    await untilNotified(1)
  })

  it('tells what happened while its connection was lost, when that is back', async () => {
    listening = await listenForEvents(kit.services, kit.url)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'galley-notifications' and datname = current_database()`.execute(kit.db)
    await happen()
    await untilNotified(1)
  })

  it('queues the mails that are due with what it tells', async () => {
    listening = await listenForEvents(kit.services, kit.url)
    await happen({ type: 'post_social.publishing_failed' })
    await expect.poll(async () => (await mails()).length).toBeGreaterThan(0)
  })
})

it('What is announced later than its event is announced by the job of that time, and not before', async () => {
  const at = new Date(testNow.getTime() + 20_000)
  await happen({ from: at })
  await sendDueNotifications(kit.services)
  expect(await notifications()).toEqual([])
  kit.clock.set(at)
  await sendDueNotifications(kit.services)
  expect(await notifications()).toEqual([['creator', 'published']])
})

it('A digest is queued by the job of its time', async () => {
  await happen()
  await sendDueNotifications(kit.services)
  expect(await mails()).toEqual([])
  kit.clock.set(new Date(testNow.getTime() + 24 * 3_600_000))
  await sendDueNotifications(kit.services)
  expect(await mails()).toHaveLength(1)
})
