import { beforeEach, describe, expect, it, test } from 'vitest'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { createSchedule } from '#domain/schedules/contract.ts'
import { startTestApp, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, useCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { scheduleRoutes } from './routes.ts'

const kit = useTestApp({ routes: scheduleRoutes })
const cast = useCast(kit)

// 10:00 in Berlin, the project's time zone
beforeEach(() => kit.clock.set(testNow))

const tomorrow = { date: '2026-06-02', time: '10:00', is_autoposting: true }
const later = { date: '2026-06-03', time: '11:30', is_autoposting: false }

const eventsOf = async (postId: number) =>
  (
    await kit.db.selectFrom('events').select('type').where('post_id', '=', postId).orderBy('id').execute()
  ).map(event => event.type)

/** What the worker's sweep reads. */
const dueOf = async (scheduleId: number | null) =>
  kit.db
    .selectFrom('schedules')
    .select(['datetime', 'released_at'])
    .where('id', '=', scheduleId ?? 0)
    .executeTakeFirst()

describe('scheduling a post', () => {
  it('stores the local time, the time zone and the instant, and is due then', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    const { status, data } = await kit.ask(cast.creator, createSchedule, {
      body: { ...tomorrow, post_id: postId },
    })
    expect(status).toBe(200)
    expect(data).toEqual({
      id: data.id,
      schedule_id: data.id,
      post_id: postId,
      ...tomorrow,
      timezone: 'Europe/Berlin',
      datetime: '2026-06-02T08:00:00.000Z',
    })
    expect(await dueOf(data.id)).toEqual({ datetime: new Date('2026-06-02T08:00:00Z'), released_at: null })
    expect(await eventsOf(postId)).toEqual(['schedule.created'])
  })

  it('is possible before there is any text', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      status: 'temporary_draft',
      socials: [{ network: 'instagram', message: '' }],
    })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, post_id: postId } })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['exactly 4 hours ahead', '14:00', 200],
    ['one minute less than 4 hours ahead', '13:59', 422],
    ['in the past', '09:00', 422],
  ])('with a time %s follows the lead time', async (_name, time, expected) => {
    const { postId } = await buildPost(kit.db, cast.project)
    const body = { date: '2026-06-01', time, is_autoposting: true, post_id: postId }
    const answer = await kit.ask(cast.creator, createSchedule, { body })
    expect(answer.status).toBe(expected)
    if (expected === 422)
      expect(answer).toMatchObject({
        code: 'lead_time',
        message: 'Publishing time must be at least 4 hours in the future.',
      })
  })

  it('follows the installation’s own lead time and names it in the error', async () => {
    const quick = await startTestApp({ routes: scheduleRoutes, config: { LEAD_TIME_MINUTES: 1 } })
    const { project, creator } = await buildCast(quick.db)
    const { postId } = await buildPost(quick.db, project)
    const at = (time: string) =>
      quick.ask(creator, createSchedule, {
        body: { date: '2026-06-01', time, is_autoposting: true, post_id: postId },
      })
    expect(await at('10:00')).toMatchObject({
      code: 'lead_time',
      message: 'Publishing time must be at least 1 minute in the future.',
    })
    expect((await at('10:01')).status).toBe(200)
    await quick.close()
  })

  it('is refused if the post already has a schedule', async () => {
    const { postId } = await buildPost(kit.db, cast.project, { schedule: tomorrow })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...later, post_id: postId } })
    expect(answer).toMatchObject({ status: 409, code: 'illegal_transition' })
  })

  it('is refused with autoposting for an Instagram story', async () => {
    const { postId } = await buildPost(kit.db, cast.project, {
      type: 'photo_story',
      socials: [{ network: 'facebook' }, { network: 'instagram' }],
    })
    const ask = (is_autoposting: boolean) =>
      kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, is_autoposting, post_id: postId } })
    expect(await ask(true)).toMatchObject({ status: 422, code: 'autoposting_not_possible' })
    expect((await ask(false)).status).toBe(200)
  })

  test.each<[PostSocialStatus, string]>([
    ['on_publishing', 'being_published'],
    ['live', 'already_live'],
  ])('is refused for a post that is %s', async (status, code) => {
    const { postId } = await buildPost(kit.db, cast.project, { status })
    const answer = await kit.ask(cast.creator, createSchedule, { body: { ...tomorrow, post_id: postId } })
    expect(answer).toMatchObject({ status: 409, code })
  })

  it('is refused for approvers, and answers 404 for another agency’s post', async () => {
    const { postId } = await buildPost(kit.db, cast.project)
    const body = { ...tomorrow, post_id: postId }
    expect((await kit.ask(cast.internal, createSchedule, { body })).status).toBe(403)
    expect((await kit.ask(cast.external, createSchedule, { body })).status).toBe(403)
    expect(await kit.ask(cast.stranger, createSchedule, { body })).toMatchObject({
      status: 404,
      message: `The post id=${postId} does not exist`,
    })
  })

  test.each([
    ['a day that does not exist', { date: '2026-02-30' }],
    ['a time that does not exist', { time: '25:00' }],
    ['no time', { time: undefined }],
    ['an unknown key', { when: 'soon' }],
  ])('refuses %s', async (_name, wrong) => {
    const { postId } = await buildPost(kit.db, cast.project)
    const answer = await kit.send(cast.creator, 'POST', '/posts/schedules', {
      ...tomorrow,
      post_id: postId,
      ...wrong,
    })
    expect(answer).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('takes the first existing time after one that the clocks skip', async () => {
    kit.clock.set(new Date('2026-03-20T08:00:00Z'))
    const { postId } = await buildPost(kit.db, cast.project)
    const body = { date: '2026-03-29', time: '02:30', is_autoposting: true, post_id: postId }
    const { data } = await kit.ask(cast.creator, createSchedule, { body })
    expect(data).toMatchObject({ time: '03:00', datetime: '2026-03-29T01:00:00.000Z' })
  })
})
