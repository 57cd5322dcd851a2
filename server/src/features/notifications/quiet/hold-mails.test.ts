import { beforeEach, describe, expect, it } from 'vitest'
import { deliveryModes, type NotificationKind } from '#domain/notifications/kinds.ts'
import { getQuietHours, saveQuietHours } from '#domain/notifications/quiet-hours-contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { retryMail } from '#server/features/agencies/retry-parked-mail.ts'
import { mailDue } from '#server/features/notifications/mail-due.ts'
import { notificationRoutes } from '#server/features/notifications/routes.ts'
import { storeChoice } from '#server/features/notifications/save-setting.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/http/transaction.ts'
import { queueMail } from '#server/platform/mail/queue.ts'
import { sendMail } from '#server/platform/mail/send-mail.ts'
import type { Delivery, Mailer } from '#server/platform/mail/transport.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { heldUntil } from './hold-mails.ts'

const kit = useTestApp({ routes: notificationRoutes })
const cast = useNewCast(kit)
// A Monday, 23:00 in Tokyo, whose clock never changes.
const night = new Date('2026-06-01T14:00:00Z')
const morning = new Date('2026-06-01T23:00:00Z')
const nights = { days: [0, 1, 2, 3, 4, 5, 6], from: '20:00', to: '08:00', timezone: 'Asia/Tokyo' }
beforeEach(async () => {
  kit.clock.set(night)
  for (const table of ['quiet_hours', 'notifications', 'outgoing_mails'] as const)
    await kit.db.deleteFrom(table).execute()
})

const save = (person: TestPerson | null, quiet_hours: object | null) =>
  kit.send(person, 'PUT', '/notifications/quiet-hours', { quiet_hours })
/** Something of which the maker of a post is to be mailed now. */
const tell = async (
  kind: NotificationKind,
  mail_at = kit.clock.now(),
  person: TestPerson = cast.creator,
  status: PostSocialStatus = 'draft',
) => {
  const now = kit.clock.now()
  const { postId, socialIds } = await buildPost(kit.db, cast.project, {
    type: 'text',
    schedule: { date: '2026-06-10', time: '12:00' },
    socials: [{ network: 'facebook', status }],
  })
  const event = await kit.db
    .insertInto('events')
    .values({
      type: 'note.created',
      project_id: cast.project.projectId,
      post_id: postId,
      post_social_id: socialIds[0] ?? 0,
      detail: JSON.stringify({ due_at: '2026-06-10T10:00:00.000Z' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kit.db
    .insertInto('notifications')
    .values({
      user_id: person.userId,
      kind,
      project_id: cast.project.projectId,
      event_id: event.id,
      post_id: postId,
      post_social_id: socialIds[0] ?? 0,
      created_at: now,
      mail_at,
    })
    .execute()
  return postId
}
/** Asks the client to decide by then. */
const askToDecide = async (deadline: Date) => {
  const postId = await tell('sent_for_approval', kit.clock.now(), cast.external, 'pending_external_approval')
  await kit.db.updateTable('posts').set({ approval_deadline_at: deadline }).where('id', '=', postId).execute()
}
const mails = async () => {
  while ((await mailDue(kit.services)) > 0);
  return (await kit.db.selectFrom('outgoing_mails').select('subject').orderBy('id').execute()).length
}
/** Another try of each mail that is not sent yet, with what the mail server answers; what is sent by then. */
const trySending = async (answer: Delivery = { kind: 'sent' }) => {
  const mailer: Mailer = { send: async () => answer, verify: async () => undefined, close: () => undefined }
  const rows = () => kit.db.selectFrom('outgoing_mails').select(['id', 'status']).orderBy('id').execute()
  for (const { id } of await rows()) await sendMail(kit.services, mailer, id, heldUntil)
  return (await rows()).map(({ status }) => status)
}
/** In the minute before these hours, when the mail server is away; then they have begun. */
const refuseBefore = async () => {
  expect(await mails()).toBe(1)
  expect(await trySending({ kind: 'later', why: 'away' })).toEqual(['queued'])
  kit.clock.set(night)
}
const waiting = async () =>
  (await kit.db.selectFrom('notifications').select('mail_at').orderBy('id').execute()).map(
    ({ mail_at }) => mail_at?.toISOString() ?? null,
  )

describe('The quiet hours of a person', () => {
  it('are none at first, then what they saved, and are theirs alone', async () => {
    expect((await kit.ask(cast.creator, getQuietHours)).data).toEqual({ quiet_hours: null })
    const saved = await kit.ask(cast.creator, saveQuietHours, {
      body: { quiet_hours: { ...nights, days: [5, 1] } },
    })
    expect(saved.data).toEqual({ quiet_hours: { ...nights, days: [1, 5] } })
    expect((await kit.ask(cast.creator, getQuietHours)).data).toEqual(saved.data)
    expect((await kit.ask(cast.admin, getQuietHours)).data).toEqual({ quiet_hours: null })
    expect((await kit.ask(null, getQuietHours)).status).toBe(401)
    expect((await save(null, nights)).status).toBe(401)
    await save(cast.creator, null)
    expect((await kit.ask(cast.creator, getQuietHours)).data).toEqual({ quiet_hours: null })
  })

  it.each([
    ['no day', { days: [] }],
    ['an eighth day', { days: [7] }],
    ['a day twice', { days: [1, 1] }],
    ['a time between half hours', { from: '20:10' }],
    ['an end that is their beginning', { to: '20:00' }],
    ['a place that does not exist', { timezone: 'Mars/Olympus' }],
  ])('are refused with %s', async (_, part) => {
    expect((await save(cast.creator, { ...nights, ...part })).status).toBe(422)
    expect((await kit.ask(cast.creator, getQuietHours)).data).toEqual({ quiet_hours: null })
  })
})

describe('Mails in quiet hours', () => {
  it('wait for the end and are one, also those that were due before and late', async () => {
    await save(cast.creator, nights)
    await tell('note', new Date(night.getTime() - 4 * 3_600_000))
    await tell('answer')
    expect(await mails()).toBe(0)
    expect(await waiting()).toEqual([morning.toISOString(), morning.toISOString()])
    kit.clock.set(new Date(morning.getTime() - 1000))
    await tell('publishing_failed')
    expect(await mails()).toBe(0)
    kit.clock.set(morning)
    expect(await mails()).toBe(1)
  })

  it('are held for this person alone', async () => {
    await save(cast.creator, nights)
    await tell('note')
    await tell('note', night, cast.admin)
    expect(await mails()).toBe(1)
  })

  it('come at once about a post that will not go out, and leave the others waiting', async () => {
    await save(cast.creator, nights)
    await tell('note')
    await tell('endangered')
    await mails()
    expect(await waiting()).toEqual([morning.toISOString(), null])
  })

  it.each([
    ['at once if the decision is due before they end', -1, null],
    ['at once if it is due when they end', 0, null],
    ['at their end if it can be given then', 1, morning.toISOString()],
    [
      'at their end if its deadline has passed',
      (night.getTime() - morning.getTime()) / 60_000 - 1,
      morning.toISOString(),
    ],
  ])('ask for a decision %s', async (_, minutes, expected) => {
    await save(cast.external, nights)
    await tell('note', night, cast.external)
    await askToDecide(new Date(morning.getTime() + minutes * 60_000))
    expect(await mails()).toBe(expected === null ? 1 : 0)
    expect(await waiting()).toEqual([morning.toISOString(), expected])
  })

  it('that become due while a mail is written are asked, too, whether it is quiet', async () => {
    await save(cast.creator, nights)
    // The second before they begin, and a clock that goes on each time it is read.
    const begin = new Date('2026-06-01T11:00:00Z')
    kit.clock.set(new Date(begin.getTime() - 1000))
    await tell('note')
    await tell('answer', begin)
    let reads = 0
    const clock = { now: () => new Date(begin.getTime() - 1000 + 600 * reads++) }
    while ((await mailDue({ ...kit.services, clock })) > 0);
    expect(await waiting()).toEqual([null, morning.toISOString()])
  })

  it('come when they would without them after the hours are given up, and wait for the end of new ones', async () => {
    await inTransaction(kit.db, tx =>
      storeChoice(tx, {
        userId: cast.creator.userId,
        projectId: cast.project.projectId,
        kind: 'note',
        zone: 'UTC',
        choice: { is_on: true, mode: deliveryModes.immediate, days: [], timezone: null, is_pushed: false },
      }),
    )
    await save(cast.creator, nights)
    await tell('note')
    expect(await mails()).toBe(0)
    await save(cast.creator, { ...nights, to: '07:00' })
    expect(await mails()).toBe(0)
    expect(await waiting()).toEqual([new Date(morning.getTime() - 3_600_000).toISOString()])
    await save(cast.creator, null)
    expect(await mails()).toBe(1)
  })
})

describe('A mail that the mail server did not take before quiet hours', () => {
  const evening = new Date('2026-06-01T10:59:00Z')
  beforeEach(async () => {
    kit.clock.set(evening)
    for (const person of [cast.creator, cast.external]) await save(person, nights)
  })
  const runsAt = async () =>
    (await kit.db.selectFrom('outgoing_mails').select('queued_at').executeTakeFirstOrThrow()).queued_at

  it('waits for their end, and then has two days again', async () => {
    await tell('note')
    await refuseBefore()
    expect(await trySending()).toEqual(['queued'])
    expect(await runsAt()).toEqual(morning)
    kit.clock.set(new Date(morning.getTime() - 1000))
    expect(await trySending()).toEqual(['queued'])
    kit.clock.set(morning)
    expect(await trySending({ kind: 'later', why: 'away' })).toEqual(['queued'])
    kit.clock.set(new Date(morning.getTime() + 10 * 3_600_000))
    expect(await trySending()).toEqual(['sent'])
  })

  it('waits as well when the first try comes after they have begun', async () => {
    await tell('note')
    expect(await mails()).toBe(1)
    kit.clock.set(night)
    expect(await trySending()).toEqual(['queued'])
  })

  it('waits as well when an admin sends it again in them', async () => {
    await tell('note')
    expect(await mails()).toBe(1)
    expect(await trySending({ kind: 'never', why: 'refused' })).toEqual(['failed'])
    kit.clock.set(night)
    const { id } = await kit.db.selectFrom('outgoing_mails').select('id').executeTakeFirstOrThrow()
    const { agencyId } = cast.project
    const again = (tx: Tx) => retryMail({ tx, services: kit.services, now: night }, id, agencyId)
    expect(await inTransaction(kit.db, again)).toEqual({})
    expect(await trySending()).toEqual(['queued'])
    kit.clock.set(morning)
    expect(await trySending()).toEqual(['sent'])
  })

  it('comes in them all the same if it tells of a post that will not go out', async () => {
    await tell('note')
    await tell('endangered')
    await refuseBefore()
    expect(await trySending()).toEqual(['sent'])
  })

  it.each([
    ['comes in them if it asks for a decision that is due when they end', 0, 'sent'],
    ['waits if the decision can still be given when they end', 1, 'queued'],
  ])('%s', async (_, minutes, expected) => {
    await askToDecide(new Date(morning.getTime() + minutes * 60_000))
    await refuseBefore()
    expect(await trySending()).toEqual([expected])
  })

  it('comes in them if it is no mail of the settings', async () => {
    const content = { kind: 'reset-password', subject: 'Reset', text: 'A link', html: '<p>A link</p>' }
    const { email: to } = await kit.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', cast.creator.userId)
      .executeTakeFirstOrThrow()
    await inTransaction(kit.db, tx => queueMail(tx, kit.services, { ...content, to }))
    expect(await trySending({ kind: 'later', why: 'away' })).toEqual(['queued'])
    kit.clock.set(night)
    expect(await trySending()).toEqual(['sent'])
  })
})
