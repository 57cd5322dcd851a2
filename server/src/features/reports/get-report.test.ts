import { describe, expect, it } from 'vitest'
import { deleteReport, freezeReport, getReport, listReports, saveReport } from '#domain/reports/contract.ts'
import { buildPoints, buildPublished } from '#testing/figures.ts'
import { useReports } from '#testing/openings/reports.ts'
import { buildCampaign, buildPost } from '#testing/posts.ts'

const { app, cast, report, inProject, read, send, buildLive } = useReports()

describe('A draft', () => {
  it('shows figures against the period before and a usual one', async () => {
    const metric = { network: 'facebook', metric: 'page_impressions' } as const
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [100, 200] })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-03-31', values: [50, 150] })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-02-01', values: Array(30).fill(100) })
    const { content } = (await read()).data
    expect(content.networks[0]?.figures.find(({ label }) => label === 'Impressions')).toEqual({
      label: 'Impressions',
      value: 300,
      previous: 200,
      change: 50,
      trailing: 3100,
      daily: [100, 200, ...Array.from({ length: 29 }, () => null)],
    })
    expect(content.suggestions).toEqual(['Impressions on Facebook rose by 50 % (from 200 to 300).'])
  })

  it('compares a period that has just begun with as many days, and nothing with days that are not known', async () => {
    const metric = { network: 'facebook', metric: 'page_impressions' } as const
    const impressions = async () =>
      (await read()).data.content.networks[0]?.figures.find(({ label }) => label === 'Impressions')
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-05-01', values: [100, 100] })
    expect(await impressions()).toMatchObject({ value: 200, previous: null, change: null })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-04-10', values: [80, 80, 80] })
    expect(await impressions()).toMatchObject({ value: 200, previous: null, change: null })
    await buildPoints(app.db, cast.project, { ...metric, from: '2026-03-31', values: Array(10).fill(80) })
    expect(await impressions()).toMatchObject({ value: 200, previous: 160, change: 25 })
  })

  it('counts paid followers of LinkedIn as well', async () => {
    await app.db
      .updateTable('reports')
      .set({ networks: ['linkedin'] })
      .where('id', '=', report.id)
      .execute()
    const days = { network: 'linkedin', from: '2026-05-30' } as const
    await buildPoints(app.db, cast.project, { ...days, metric: 'organic_followers', values: [40, 50] })
    await buildPoints(app.db, cast.project, { ...days, metric: 'paid_followers', values: [5, 6] })
    const { figures = [] } = (await read()).data.content.networks[0] ?? {}
    expect(figures.find(({ label }) => label === 'Followers')).toMatchObject({ value: 56 })
  })

  it('lists what went out on its networks, with the best and, if the agency wants it, the worst post', async () => {
    const [poor, good, middle] = [
      await buildLive('03', 1),
      await buildLive('04', 9),
      await buildLive('31', 5),
    ]
    await buildLive('31', 3)
    const linkedin = await buildPost(app.db, cast.project, {
      socials: [{ network: 'linkedin' }],
      status: 'live',
    })
    await buildPublished(app.db, cast.project, linkedin.socialIds[0] ?? 0, { at: new Date('2026-05-05') })
    const nameWeakest = (names_weakest_post: boolean) =>
      app.db.updateTable('agencies').set({ names_weakest_post }).execute()
    const ranks = async () => (await read()).data.content.posts.map(({ rank }) => rank)
    expect(await ranks()).toEqual([null, 'best', null, null])
    await nameWeakest(true)
    const { posts } = (await read()).data.content
    await nameWeakest(false)
    expect(posts.slice(0, 3).map(({ post_social_id, rank }) => [post_social_id, rank])).toEqual([
      [poor, 'worst'],
      [good, 'best'],
      [middle, null],
    ])
    expect(posts).toHaveLength(4)
    expect(posts[0]?.permalink).toBe(`https://example.com/${poor}`)
  })
})

it('The figures of a campaign stand beside those of the posts without one; in a frozen report they stay', async () => {
  const live = await buildLive('04', 9)
  await buildLive('05', 3)
  expect((await read()).data.content.campaigns).toEqual([])
  const campaign_id = await buildCampaign(app.db, cast.project, { name: 'Launch' })
  const { post_id } = await app.db
    .selectFrom('post_socials')
    .select('post_id')
    .where('id', '=', live)
    .executeTakeFirstOrThrow()
  await app.db.updateTable('posts').set({ campaign_id }).where('id', '=', post_id).execute()
  const rows = async () => (await read()).data.content.campaigns
  const expected = [
    { name: 'Launch', posts: 1, engagement: { total: 9, per_post: 9 } },
    { name: null, posts: 1, engagement: { total: 3, per_post: 3 } },
  ]
  expect(await rows()).toMatchObject(expected)
  expect((await send()).status).toBe(200)
  await app.db.updateTable('campaigns').set({ name: 'Renamed' }).where('id', '=', campaign_id).execute()
  expect(await rows()).toMatchObject(expected)
})

describe('Reports are for those who write them', () => {
  it('approvers are refused, and strangers find nothing', async () => {
    for (const person of [cast.internal, cast.external]) {
      expect((await read(person)).status).toBe(403)
      expect((await app.ask(person, listReports, inProject())).status).toBe(403)
    }
    expect((await read(cast.stranger)).status).toBe(404)
  })

  it('a report of another project is not found through one’s own', async () => {
    const theirs = { projectId: cast.elsewhere.projectId, reportId: report.id }
    expect((await app.ask(cast.stranger, getReport, { params: theirs })).status).toBe(404)
    const body = { goal: '', reasons: '', version: 1 }
    expect((await app.ask(cast.stranger, saveReport, { params: theirs, body })).status).toBe(404)
    const sent = await app.ask(cast.stranger, freezeReport, { params: theirs, body: { version: 1 } })
    expect(sent.status).toBe(404)
    expect((await app.ask(cast.stranger, deleteReport, { params: theirs })).status).toBe(404)
  })
})
