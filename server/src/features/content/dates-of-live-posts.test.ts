import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCalendar, listUnscheduledPosts } from '#domain/calendar/contract.ts'
import { listContent } from '#domain/content/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { localOf } from '#domain/kernel/time.ts'
import { getPost } from '#domain/posts/contract.ts'
import { publishPostAsAdmin } from '#domain/publishing/contract.ts'
import { updateSchedule } from '#domain/schedules/contract.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { publishingRoutes } from '#server/features/publishing/routes.ts'
import { scheduleRoutes } from '#server/features/schedules/routes.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import type { TestPerson } from '#testing/app.ts'
import { buildPerson, type TestProject } from '#testing/people.ts'
import { buildPost, type TestSocial } from '#testing/posts.ts'
import { type PublishingStage, startPublishingStage } from '#testing/publishing/publishing.ts'
import { contentRoutes } from './routes.ts'

let stage: PublishingStage
let project: TestProject
let admin: TestPerson
let today: string

beforeAll(async () => {
  stage = await startPublishingStage([
    ...publishingRoutes,
    ...calendarRoutes,
    ...contentRoutes,
    ...postRoutes,
    ...scheduleRoutes,
  ])
  project = await stage.connectedProject()
  admin = await buildPerson(stage.db, project, 'agency-admin')
  today = localOf(await databaseNow(stage.db), project.timezone).date
})
afterAll(() => stage.close())

const onBoth = (message: string): TestSocial[] => [
  { network: 'facebook', message },
  { network: 'linkedin', message },
]
const inFiveDays = () => ({ date: addDays(today, 5), time: '10:00', is_autoposting: true })
const publish = async (postId: number) => {
  expect((await stage.ask(admin, publishPostAsAdmin, { params: { postId } })).status).toBe(200)
  await stage.drive(stage.publisher())
}
/** The calendar's cards of a post on the days around `date`. The day before counts: the test may run over midnight. */
const cardsOn = async (date: string, postId: number) => {
  const params = { projectId: project.projectId, start: addDays(date, -1), end: addDays(date, 1) }
  const { data } = await stage.ask(admin, getCalendar, { params })
  return data.post_schedules.filter(({ post_id }) => post_id === postId)
}
const listedOn = async (query: { start: string; end: string } | { span: 'unscheduled' }, postId: number) => {
  const { data } = await stage.ask(admin, listContent, { params: { projectId: project.projectId }, query })
  return data.ids.includes(postId)
}
const inDrawer = async (postId: number) => {
  const { data } = await stage.ask(admin, listUnscheduledPosts, {
    params: { projectId: project.projectId },
    query: {},
  })
  return data.posts.some(({ id }) => id === postId)
}
const publishedMinute = async (postId: number) => {
  const { at } = await stage.db
    .selectFrom('post_socials')
    .select(({ fn }) => fn.min('published_at').as('at'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return `${at?.toISOString().slice(0, 16)}:00.000Z`
}

describe('A post that went out before its planned time', () => {
  it('stands where it went out, in the calendar and in the content list, and keeps its plan', async () => {
    const { postId } = await buildPost(stage.db, project, {
      type: 'text',
      status: 'draft',
      socials: onBoth('Out early'),
      schedule: inFiveDays(),
    })
    const [planned] = await cardsOn(addDays(today, 5), postId)
    await publish(postId)
    expect(await cardsOn(addDays(today, 5), postId)).toEqual([])
    const [card] = await cardsOn(today, postId)
    expect(card).toMatchObject({
      datetime: await publishedMinute(postId),
      planned_datetime: planned?.datetime,
      post: { status: 'live' },
    })
    expect(await listedOn({ start: addDays(today, 5), end: addDays(today, 5) }, postId)).toBe(false)
    expect(await listedOn({ start: addDays(today, -1), end: addDays(today, 1) }, postId)).toBe(true)
    const { data } = await stage.ask(admin, getPost, { params: { postId } })
    expect(data.latest_schedule).toMatchObject({ planned_datetime: planned?.datetime })
  })

  it('keeps its plan as long as a version has yet to go out', async () => {
    const { postId } = await buildPost(stage.db, project, {
      type: 'text',
      socials: [
        { network: 'facebook', message: 'Again', status: 'publishing_failed' },
        { network: 'linkedin', message: 'Again', status: 'approved' },
      ],
      schedule: inFiveDays(),
    })
    await publish(postId)
    const [card] = await cardsOn(addDays(today, 5), postId)
    expect(card?.post.post_socials.map(({ status }) => status)).toEqual(['live', 'approved'])
    expect(card).not.toHaveProperty('planned_datetime')
  })

  it('has no plan that was made for a later version, after the first had gone out', async () => {
    const { postId, scheduleId } = await buildPost(stage.db, project, {
      type: 'text',
      socials: [
        { network: 'facebook', message: 'First', status: 'publishing_failed' },
        { network: 'linkedin', message: 'First', status: 'approved' },
      ],
      schedule: inFiveDays(),
    })
    await publish(postId)
    stage.clock.set(await databaseNow(stage.db))
    const later = { ...inFiveDays(), date: addDays(today, 6) }
    const moved = await stage.ask(admin, updateSchedule, {
      params: { scheduleId: scheduleId ?? 0 },
      body: later,
    })
    expect(moved.status).toBe(200)
    await publish(postId)
    const [card] = await cardsOn(today, postId)
    expect(card).toMatchObject({ datetime: await publishedMinute(postId), post: { status: 'live' } })
    expect(card).not.toHaveProperty('planned_datetime')
  })
})

describe('A post that was published without a schedule', () => {
  it('is in the calendar when it went out, and not among the unscheduled posts', async () => {
    const { postId } = await buildPost(stage.db, project, {
      type: 'text',
      status: 'draft',
      socials: onBoth('No plan'),
    })
    expect(await listedOn({ span: 'unscheduled' }, postId)).toBe(true)
    await publish(postId)
    const [card] = await cardsOn(today, postId)
    expect(card).toMatchObject({ datetime: await publishedMinute(postId), post: { status: 'live' } })
    expect(card).not.toHaveProperty('planned_datetime')
    expect(await listedOn({ span: 'unscheduled' }, postId)).toBe(false)
  })
  it.each(['facebook', 'linkedin'] as const)('is there as well if %s refused it', async network => {
    project = await stage.connectedProject()
    admin = await buildPerson(stage.db, project, 'agency-admin')
    const { postId } = await buildPost(stage.db, project, {
      type: 'text',
      status: 'draft',
      socials: onBoth(`No plan, not on ${network}`),
    })
    await stage.sandbox.fault({ network, fault: 'revoked' })
    await publish(postId)
    const [card] = await cardsOn(today, postId)
    const statuses = card?.post.post_socials.map(({ social_network, status }) => [social_network, status])
    expect(Object.fromEntries(statuses ?? [])).toEqual({
      facebook: 'live',
      linkedin: 'live',
      [network]: 'publishing_failed',
    })
    expect(card).toMatchObject({ datetime: await publishedMinute(postId), is_autoposting: false })
    expect([await listedOn({ span: 'unscheduled' }, postId), await inDrawer(postId)]).toEqual([false, false])
  })

  it('is not among the unscheduled posts while it is being published', async () => {
    const { postId } = await buildPost(stage.db, project, {
      type: 'text',
      status: 'draft',
      socials: onBoth('Going out'),
    })
    expect([await listedOn({ span: 'unscheduled' }, postId), await inDrawer(postId)]).toEqual([true, true])
    expect((await stage.ask(admin, publishPostAsAdmin, { params: { postId } })).status).toBe(200)
    expect([await listedOn({ span: 'unscheduled' }, postId), await inDrawer(postId)]).toEqual([false, false])
    await stage.drive(stage.publisher())
  })
})
