import { describe, expect, it } from 'vitest'
import {
  listCampaignFigures,
  listTopPostsByEngagement,
  listTopPostsByReach,
} from '#domain/analytics/contract.ts'
import { addDays } from '#domain/kernel/days.ts'
import { buildPublished } from '#testing/figures.ts'
import { today, useInsights } from '#testing/openings/insights.ts'
import { buildCampaign, buildMedia, buildPost } from '#testing/posts.ts'

const { kit, cast, at } = useInsights()

describe('The best posts', () => {
  const publish = async (
    day: string,
    figures: { reach?: number; likes?: number; comments?: number },
    message = '',
  ) => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', message }],
    })
    const [social = 0] = socialIds
    const readings = [{ read_at: new Date('2026-06-01T00:00:00Z'), ...figures }]
    await buildPublished(kit.db, cast.project, social, { at: new Date(day), readings })
    return postId
  }
  const query = { from: addDays(today, -30), to: today }

  it('are ranked by reach or by likes, comments and shares, without those that have no such figure', async () => {
    const wide = await publish('2026-05-20T12:00:00Z', { reach: 900, likes: 1 }, 'Fresh bread')
    const loved = await publish('2026-05-21T12:00:00Z', { reach: 100, likes: 40, comments: 3 })
    await publish('2026-05-22T12:00:00Z', {})
    const byReach = (await kit.ask(cast.creator, listTopPostsByReach, { ...at(), query })).data
    const byEngagement = (await kit.ask(cast.creator, listTopPostsByEngagement, { ...at(), query })).data
    expect(byReach.posts.map(({ post_id }) => post_id)).toEqual([wide, loved])
    expect(byReach.posts[0]).toMatchObject({
      postSocial: { message: 'Fresh bread', attachments: [] },
      scheduled_at: null,
      timezone: 'Europe/Berlin',
      reach: 900,
      engagement: 1,
    })
    expect(byEngagement.posts.map(({ post_id, engagement }) => [post_id, engagement])).toEqual([
      [loved, 43],
      [wide, 1],
    ])
  })

  it('have their picture, and the time for which they were scheduled with its zone', async () => {
    const media = await buildMedia(kit.db, cast.project, { has_previews: true })
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook', message: 'Bread', media: [media] }],
      schedule: { date: '2026-05-20', time: '14:00' },
    })
    const readings = [{ read_at: new Date('2026-06-01T00:00:00Z'), reach: 7 }]
    const meantIn = { timezone: 'America/New_York' }
    await kit.db.updateTable('schedules').set(meantIn).where('post_id', '=', postId).execute()
    const published = new Date('2026-05-20T12:00:02Z')
    await buildPublished(kit.db, cast.project, socialIds[0] ?? 0, { at: published, readings })
    const { data } = await kit.ask(cast.creator, listTopPostsByReach, { ...at(), query })
    expect(data.posts.find(({ post_id }) => post_id === postId)).toMatchObject({
      scheduled_at: '2026-05-20T12:00:00.000Z',
      ...meantIn,
      postSocial: {
        message: 'Bread',
        attachments: [
          {
            object_data: {
              previews: {
                small: expect.stringMatching(/^\/media\/.+\/small$/),
                medium: expect.stringMatching(/\/medium$/),
              },
            },
          },
        ],
      },
    })
  })

  it('are those of Pacific days, and each day says how many went out', async () => {
    const inside = await publish(
      '2026-05-03T06:59:59Z',
      { reach: 5 },
      `Fresh bread ${'and more '.repeat(20)}`,
    )
    await publish('2026-05-03T07:00:00Z', { reach: 9 })
    const day = { from: '2026-05-01', to: '2026-05-02' }
    const { data } = await kit.ask(cast.creator, listTopPostsByReach, { ...at(), query: day })
    expect(data.posts.map(({ post_id }) => post_id)).toEqual([inside])
    const message = `Fresh bread ${'and more '.repeat(20)}`.slice(0, 80)
    expect(data.published).toEqual([{ date: '2026-05-02', count: 1, posts: [{ post_id: inside, message }] }])
  })

  it('are named for each day, the first three of many', async () => {
    for (const hour of [12, 9, 10, 11])
      await publish(`2026-05-04T${String(hour).padStart(2, '0')}:00:00Z`, {}, `At ${hour}`)
    const day = { from: '2026-05-04', to: '2026-05-05' }
    const { data } = await kit.ask(cast.creator, listTopPostsByEngagement, { ...at(), query: day })
    expect(data.posts).toEqual([])
    expect(data.published).toMatchObject([
      { count: 4, posts: [{ message: 'At 9' }, { message: 'At 10' }, { message: 'At 11' }] },
    ])
  })
})

it('By campaign the figures are summed and averaged, beside the posts of none and without a deleted campaign', async () => {
  const query = { from: addDays(today, -30), to: today }
  const publish = async (campaign_id: number | null, day: string, figures: object) => {
    const { postId, socialIds } = await buildPost(kit.db, cast.project, {
      socials: [{ network: 'facebook' }],
    })
    await kit.db.updateTable('posts').set({ campaign_id }).where('id', '=', postId).execute()
    const readings = [{ read_at: new Date('2026-06-01T00:00:00Z'), ...figures }]
    await buildPublished(kit.db, cast.project, socialIds[0] ?? 0, { at: new Date(day), readings })
  }
  const read = async () => (await kit.ask(cast.creator, listCampaignFigures, { ...at(), query })).data
  await publish(null, '2026-05-21T12:00:00Z', { reach: 10 })
  const deleted = await buildCampaign(kit.db, cast.project, { deleted_at: new Date() })
  await publish(deleted, '2026-05-21T12:00:00Z', {})
  expect(await read()).toEqual([])
  const id = await buildCampaign(kit.db, cast.project, { name: 'Launch' })
  await publish(id, '2026-05-20T12:00:00Z', { reach: 900, likes: 1 })
  await publish(id, '2026-05-22T12:00:00Z', { reach: 100, likes: 4, comments: 1 })
  await publish(id, '2025-05-22T12:00:00Z', { reach: 5000 })
  const [launch, none, ...others] = await read()
  expect(launch).toMatchObject({
    campaign: { id, name: 'Launch', color: '#2f6fd0' },
    posts: 2,
    reach: { total: 1000, per_post: 500 },
    engagement: { total: 6, per_post: 3 },
    clicks: { total: null, per_post: null },
  })
  expect(none).toMatchObject({ campaign: null, reach: { total: expect.any(Number) } })
  expect(others).toEqual([])
})
