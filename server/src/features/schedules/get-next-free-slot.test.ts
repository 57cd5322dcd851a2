import { beforeEach, describe, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { deletePost } from '#domain/posts/contract.ts'
import type { TimeSlot } from '#domain/projects/time-slots.ts'
import { getNextFreeSlot } from '#domain/schedules/contract.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, type Cast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { scheduleRoutes } from './routes.ts'

let cast: Cast
const kit = useTestApp({ routes: [...scheduleRoutes, ...postRoutes] })
// Monday, 10:00 in Berlin, the project's time zone
beforeEach(async () => {
  kit.clock.set(testNow)
  cast = await buildCast(kit.db)
  await addSlots([slot(1, '13:59'), slot(1, '14:00'), slot(2, '09:00', 'linkedin'), slot(3, '09:00')])
})

const slot = (weekday: TimeSlot['weekday'], time: string, social_network: SocialNetwork | null = null) => ({
  weekday,
  time,
  social_network,
})
const addSlots = (slots: TimeSlot[]) =>
  kit.db
    .insertInto('time_slots')
    .values(slots.map(one => ({ project_id: cast.project.projectId, ...one })))
    .execute()
const ask = (social_networks = 'facebook', person: TestPerson = cast.creator) =>
  kit.ask(person, getNextFreeSlot, {
    params: { projectId: cast.project.projectId },
    query: { social_networks },
  })
const next = async (networks?: string) => {
  const { data } = await ask(networks)
  return data && `${data.date} ${data.time}`
}
const plan = (date: string, time: string, networks: SocialNetwork[], status?: 'temporary_draft') =>
  buildPost(kit.db, cast.project, {
    ...(status && { status }),
    socials: networks.map(network => ({ network })),
    schedule: { date, time },
  })

describe('The next free slot', () => {
  it('is the first that is at least the lead time away', async () => {
    expect((await ask()).data).toEqual({
      date: '2026-06-01',
      time: '14:00',
      timezone: 'Europe/Berlin',
      datetime: '2026-06-01T12:00:00.000Z',
    })
  })

  it('is not one that a post with one of the networks occupies, and may be one of other networks', async () => {
    await plan('2026-06-01', '14:00', ['facebook', 'twitter'])
    expect(await next('facebook')).toBe('2026-06-03 09:00')
    expect(await next('instagram,twitter')).toBe('2026-06-03 09:00')
    expect(await next('instagram')).toBe('2026-06-01 14:00')
    expect(await next('instagram,linkedin')).toBe('2026-06-01 14:00')
    await plan('2026-06-01', '14:00', ['linkedin'])
    expect(await next('linkedin')).toBe('2026-06-02 09:00')
  })

  it('is free again when its post is deleted, and not occupied by posts that were never saved', async () => {
    const { postId } = await plan('2026-06-01', '14:00', ['facebook'])
    await plan('2026-06-03', '09:00', ['facebook'], 'temporary_draft')
    expect(await next()).toBe('2026-06-03 09:00')
    await kit.ask(cast.creator, deletePost, { params: { postId } })
    expect(await next()).toBe('2026-06-01 14:00')
  })

  it('does not look at other projects', async () => {
    const schedule = { date: '2026-06-01', time: '14:00' }
    await buildPost(kit.db, cast.elsewhere, { schedule })
    expect(await next()).toBe('2026-06-01 14:00')
  })

  it('follows the project’s zone, while planned posts keep their instants', async () => {
    await plan('2026-06-03', '09:00', ['facebook'])
    await kit.db
      .updateTable('projects')
      .set({ timezone: 'America/New_York' })
      .where('id', '=', cast.project.projectId)
      .execute()
    // 4:00 AM in New York
    expect((await ask()).data?.datetime).toBe('2026-06-01T17:59:00.000Z')
    await plan('2026-06-01', '19:59', ['facebook'])
    expect((await ask()).data?.datetime).toBe('2026-06-01T18:00:00.000Z')
  })

  it('is null without slots', async () => {
    await kit.db.deleteFrom('time_slots').execute()
    expect(await ask()).toMatchObject({ status: 200, data: null })
  })

  it.each([[''], ['myspace'], ['facebook,'], ['facebook;twitter']])(
    'refuses the networks "%s"',
    async networks => {
      expect(await ask(networks)).toMatchObject({ status: 422, code: 'validation_error' })
    },
  )

  it('is for those who schedule, in this agency', async () => {
    expect((await ask('facebook', cast.admin)).status).toBe(200)
    expect((await ask('facebook', cast.internal)).status).toBe(403)
    expect((await ask('facebook', cast.external)).status).toBe(403)
    expect((await ask('facebook', cast.stranger)).status).toBe(404)
  })
})
