import { beforeAll, describe, expect, it, test } from 'vitest'
import { getCalendar } from '#domain/calendar/contract.ts'
import { setProjectSetting } from '#server/features/projects/project-settings.ts'
import { useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { calendarRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: calendarRoutes })

const june = { start: '2026-06-01', end: '2026-06-30' }
const read = (person: Cast['admin'], range = june, projectId = cast.project.projectId) =>
  kit.ask(person, getCalendar, { params: { projectId, ...range } })

describe('the calendar', () => {
  beforeAll(async () => {
    cast = await buildCast(kit.db, { connected: ['facebook', 'linkedin'] })
  })

  it('shows a post with its time, networks, first photo and first text, cut', async () => {
    const media = await buildMedia(kit.db, cast.project)
    const post = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'linkedin', status: 'draft', message: 'On LinkedIn', media: [media] },
        { network: 'facebook', status: 'approved', message: 'x'.repeat(300) },
      ],
      schedule: { date: '2026-06-10', time: '10:00', is_autoposting: false },
    })
    const { status, data } = await read(cast.creator)
    expect(status).toBe(200)
    expect(data.project).toMatchObject({ id: cast.project.projectId, timezone: 'Europe/Berlin' })
    expect(data.project.socials.map(social => social.social_network)).toEqual(['facebook', 'linkedin'])
    expect(data.post_schedules).toHaveLength(1)
    expect(data.post_schedules[0]).toMatchObject({
      id: post.scheduleId,
      schedule_id: post.scheduleId,
      post_id: post.postId,
      date: '2026-06-10',
      time: '10:00',
      datetime: '2026-06-10T08:00:00.000Z',
      is_autoposting: false,
      post: {
        id: post.postId,
        type: 'single_photo',
        status: 'draft',
        message: `${'x'.repeat(119)}…`,
        is_overdue: false,
      },
    })
    expect(data.post_schedules[0]?.post.preview).toMatch(/\/media\/key\d+\/small$/)
    expect(
      data.post_schedules[0]?.post.post_socials.map(social => [social.social_network, social.status]),
    ).toEqual([
      ['facebook', 'approved'],
      ['linkedin', 'draft'],
    ])
  })

  it('leaves out deleted posts, posts without a schedule and posts of another project', async () => {
    const own = await buildCast(kit.db)
    const schedule = { date: '2026-06-10', time: '10:00' }
    const deleted = await buildPost(kit.db, own.project, { schedule })
    await kit.db
      .updateTable('posts')
      .set({ deleted_at: new Date() })
      .where('id', '=', deleted.postId)
      .execute()
    await buildPost(kit.db, own.project)
    await buildPost(kit.db, own.elsewhere, { schedule })
    expect((await read(own.admin, june, own.project.projectId)).data.post_schedules).toEqual([])
  })

  it('takes the days in the project’s own time zone, first and last included, in order of time', async () => {
    const tokyo = await buildProject(kit.db, { agencyId: cast.project.agencyId, timezone: 'Asia/Tokyo' })
    const at = (date: string, time: string) =>
      buildPost(kit.db, tokyo, { schedule: { date, time } }).then(post => post.scheduleId)
    await at('2026-06-09', '23:59')
    const last = await at('2026-06-11', '23:59')
    const first = await at('2026-06-10', '00:00')
    await at('2026-06-12', '00:00')
    const { data } = await read(cast.admin, { start: '2026-06-10', end: '2026-06-11' }, tokyo.projectId)
    expect(data.post_schedules.map(item => item.id)).toEqual([first, last])
  })

  it('marks as overdue what waits for a person 15 minutes after its time', async () => {
    const own = await buildCast(kit.db)
    const at = (time: string, status: 'draft' | 'live') =>
      buildPost(kit.db, own.project, { status, schedule: { date: '2026-06-01', time } })
    await at('09:44', 'draft')
    await at('09:45', 'draft')
    await at('09:40', 'live')
    const { data } = await read(own.creator, june, own.project.projectId)
    expect(data.post_schedules.map(item => [item.time, item.post.is_overdue])).toEqual([
      ['09:40', false],
      ['09:44', true],
      ['09:45', false],
    ])
  })

  it('shows clients only what was sent to them', async () => {
    const own = await buildCast(kit.db)
    const schedule = { date: '2026-06-10', time: '10:00' }
    await buildPost(kit.db, own.project, { status: 'draft', schedule })
    await buildPost(kit.db, own.project, { status: 'pending_internal_approval', schedule })
    const { scheduleId } = await buildPost(kit.db, own.project, {
      socials: [
        { network: 'facebook', status: 'draft', message: 'Secret' },
        { network: 'linkedin', status: 'pending_external_approval', message: 'For the client' },
      ],
      schedule,
    })
    const { projectId } = own.project
    const { data } = await read(own.external, june, projectId)
    expect(data.post_schedules.map(item => item.id)).toEqual([scheduleId])
    expect(data.post_schedules[0]?.post).toMatchObject({
      message: 'For the client',
      status: 'pending_approval',
    })
    expect(data.post_schedules[0]?.post.post_socials.map(social => social.social_network)).toEqual([
      'linkedin',
    ])
    expect((await read(own.internal, june, projectId)).data.post_schedules).toHaveLength(3)
  })

  it('says until when posts in approval should be decided, and to clients what their own round says', async () => {
    const schedule = { date: '2026-06-22', time: '12:00' }
    const later = '2026-06-05T08:00:00.000Z'
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [
        { network: 'facebook', status: 'pending_internal_approval' },
        { network: 'linkedin', status: 'pending_external_approval' },
      ],
      schedule,
    })
    await buildPost(kit.db, cast.project, { status: 'approved', schedule })
    await kit.db
      .updateTable('posts')
      .set({ approval_deadline_at: new Date('2026-06-04T08:00:00Z') })
      .where('id', '=', postId)
      .execute()
    // The client's round began after the chosen time: theirs is the publish time.
    await kit.db
      .updateTable('approvals')
      .set({ opened_at: new Date(later) })
      .where('post_social_id', '=', socialIds[1] ?? 0)
      .where('status', '=', 'open')
      .execute()
    const day = { start: '2026-06-22', end: '2026-06-22' }
    const deadlines = async (person: Cast['admin']) =>
      (await read(person, day)).data.post_schedules.map(({ post }) => post.decide_by)
    expect((await deadlines(cast.creator)).toSorted()).toEqual(['2026-06-04T08:00:00.000Z', undefined])
    expect((await deadlines(cast.external)).toSorted()).toEqual(['2026-06-22T10:00:00.000Z', undefined])
  })

  it('follows the project’s hours as soon as they are set', async () => {
    const { project } = await buildCast(kit.db)
    const person = await buildPerson(kit.db, project, 'content-creator')
    await buildPost(kit.db, project, {
      status: 'pending_internal_approval',
      schedule: { date: '2026-06-23', time: '12:00' },
    })
    const deadline = async () =>
      (await read(person, june, project.projectId)).data.post_schedules[0]?.post.decide_by
    expect(await deadline()).toBe('2026-06-22T10:00:00.000Z')
    const set = (value: string) =>
      kit.db
        .transaction()
        .execute(tx => setProjectSetting(tx, project.projectId, 'approval-deadline-hours', value))
    await set('6')
    expect(await deadline()).toBe('2026-06-23T04:00:00.000Z')
    await set('')
    expect(await deadline()).toBe('2026-06-22T10:00:00.000Z')
  })

  it('shows the day labels that overlap the days', async () => {
    const own = await buildCast(kit.db)
    const label = (text: string, start_at: string, end_at: string) =>
      kit.db
        .insertInto('day_labels')
        .values({ project_id: own.project.projectId, text, color: '#ff0000', start_at, end_at })
        .execute()
    await label('Before', '2026-05-01', '2026-05-31')
    await label('Into it', '2026-05-20', '2026-06-01')
    await label('After', '2026-07-01', '2026-07-02')
    const { data } = await read(own.external, june, own.project.projectId)
    expect(data.day_labels).toMatchObject([{ text: 'Into it', start_at: '2026-05-20', end_at: '2026-06-01' }])
    expect(data.day_labels[0]?.day_label_id).toBe(data.day_labels[0]?.id)
  })

  test.each([
    ['101 days', { start: '2026-01-01', end: '2026-04-11' }],
    ['an end before the start', { start: '2026-06-02', end: '2026-06-01' }],
  ])('refuses %s', async (_name, range) => {
    expect(await read(cast.admin, range)).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('answers 404 for days that do not exist', async () => {
    expect((await read(cast.admin, { start: '2026-02-30', end: '2026-03-01' })).status).toBe(404)
  })

  it('answers 404 for another agency’s project, and 401 without a session', async () => {
    expect((await read(cast.stranger)).status).toBe(404)
    const params = { projectId: cast.project.projectId, ...june }
    expect((await kit.ask(null, getCalendar, { params })).status).toBe(401)
  })
})
