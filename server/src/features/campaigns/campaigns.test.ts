import { beforeEach, describe, expect, it } from 'vitest'
import { deleteFromBin, restoreFromBin } from '#domain/bin/contract.ts'
import { getCalendar } from '#domain/calendar/contract.ts'
import {
  createCampaign,
  deleteCampaign,
  listCampaigns,
  saveCampaign,
  setCampaign,
} from '#domain/campaigns/contract.ts'
import { getPost } from '#domain/posts/contract.ts'
import { binRoutes } from '#server/features/bin/routes.ts'
import { calendarRoutes } from '#server/features/calendar/routes.ts'
import { postRoutes } from '#server/features/posts/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { buildCampaign, buildPost } from '#testing/posts.ts'
import { campaignRoutes } from './routes.ts'

const test = useTestApp({ routes: [...campaignRoutes, ...postRoutes, ...calendarRoutes, ...binRoutes] })
const cast = useNewCast(test)

const valid = { name: 'Summer sale', color: '#FFCC00' }
const inProject = () => ({ projectId: cast.project.projectId })
const create = (own: object = {}, person: TestPerson = cast.creator) =>
  test.ask(person, createCampaign, { params: inProject(), body: { ...valid, ...own } as never })
const save = (campaignId: number, own: object = {}, person: TestPerson = cast.creator) =>
  test.ask(person, saveCampaign, {
    params: { ...inProject(), campaignId },
    body: { ...valid, ...own } as never,
  })
const remove = (campaignId: number, person: TestPerson = cast.creator) =>
  test.ask(person, deleteCampaign, { params: { ...inProject(), campaignId } })
const list = (person: TestPerson = cast.creator) => test.ask(person, listCampaigns, { params: inProject() })
const set = (post_ids: number[], campaign_id: number | null, person: TestPerson = cast.creator) =>
  test.ask(person, setCampaign, { params: inProject(), body: { post_ids, campaign_id } })
const campaignOf = async (postId: number) =>
  (await test.ask(cast.creator, getPost, { params: { postId } })).data.campaign_id

describe('Campaigns', () => {
  it('are created, changed, listed by name with their number of posts, and deleted', async () => {
    const { data: sale } = await create({ start_at: '2026-06-01', end_at: '2026-06-30', goal: ' Sell ' })
    expect(sale).toEqual({
      id: sale.id,
      project_id: cast.project.projectId,
      name: 'Summer sale',
      color: '#ffcc00',
      start_at: '2026-06-01',
      end_at: '2026-06-30',
      goal: 'Sell',
      posts_count: 0,
      version: 1,
    })
    const { data: pillar } = await create({ name: 'behind the scenes', start_at: '', end_at: null })
    expect(pillar).toMatchObject({ start_at: null, end_at: null, goal: '' })
    const { postId } = await buildPost(test.db, cast.project)
    await set([postId], sale.id)
    expect((await list()).data).toMatchObject([
      { id: pillar.id, posts_count: 0 },
      { id: sale.id, posts_count: 1 },
    ])
    expect((await save(sale.id, { name: 'Autumn', end_at: '2026-10-01' })).data).toMatchObject({
      name: 'Autumn',
      start_at: null,
      end_at: '2026-10-01',
      posts_count: 1,
      version: 2,
    })
    expect((await remove(sale.id, cast.admin)).status).toBe(200)
    expect((await remove(sale.id)).status).toBe(404)
    expect((await save(sale.id)).status).toBe(404)
    expect((await list()).data.map(({ id }) => id)).toEqual([pillar.id])
  })

  it.each([
    [{ name: ' ' }, { name: ['Name is required'] }],
    [{ name: 'x'.repeat(101) }, { name: ['A name has 100 characters at most'] }],
    [{ color: 'javascript:alert(1)' }, { color: ['Color is required'] }],
    [{ start_at: '2026-06-02', end_at: '2026-06-01' }, { end_at: ['The end must not be before the start'] }],
    [{ goal: 'x'.repeat(1001) }, { goal: [expect.any(String)] }],
    [{ start_at: '2026-02-30' }, { start_at: [expect.any(String)] }],
  ])('explain what is wrong with %j under the field', async (own, errors) => {
    expect(await create(own)).toMatchObject({ status: 422, errors })
    expect((await list()).data).toEqual([])
  })

  it('are not saved over a version that the person has not seen', async () => {
    const { data } = await create()
    expect((await save(data.id, { version: 1 })).status).toBe(200)
    expect(await save(data.id, { version: 1, name: 'Late' })).toMatchObject({
      status: 409,
      code: 'stale_version',
    })
  })

  it('are seen by everybody in the project, goals and numbers of posts only by the team', async () => {
    await create({ goal: 'Sell' })
    expect((await list(cast.internal)).data).toMatchObject([{ goal: 'Sell', posts_count: 0 }])
    expect((await list(cast.external)).data).toMatchObject([{ goal: null, posts_count: null }])
    expect((await list(cast.stranger)).status).toBe(404)
  })

  it('are edited by those who write posts only, and do not exist for another agency', async () => {
    const { data } = await create()
    const { postId } = await buildPost(test.db, cast.project)
    for (const person of [cast.internal, cast.external]) {
      expect((await create({}, person)).status).toBe(403)
      expect((await save(data.id, {}, person)).status).toBe(403)
      expect((await remove(data.id, person)).status).toBe(403)
      expect((await set([postId], data.id, person)).status).toBe(403)
    }
    const foreign = await buildCampaign(test.db, cast.elsewhere)
    expect((await create({}, cast.stranger)).status).toBe(404)
    expect((await save(data.id, {}, cast.stranger)).status).toBe(404)
    expect((await remove(data.id, cast.stranger)).status).toBe(404)
    expect((await set([postId], data.id, cast.stranger)).status).toBe(404)
    expect((await save(foreign)).status).toBe(404)
    expect((await remove(foreign)).status).toBe(404)
    expect((await list()).data).toMatchObject([{ id: data.id, version: 1 }])
    expect(await campaignOf(postId)).toBe(null)
  })
})

describe("A post's campaign", () => {
  let sale: number
  beforeEach(async () => {
    sale = await buildCampaign(test.db, cast.project)
  })

  it('is on the post and on its card, whatever the status, and can be taken away again', async () => {
    const schedule = { date: '2026-06-10', time: '10:00' }
    const { postId } = await buildPost(test.db, cast.project, { status: 'approved', schedule })
    const other = await buildPost(test.db, cast.project, { status: 'live' })
    const cards = async () =>
      (
        await test.ask(cast.creator, getCalendar, {
          params: { ...inProject(), start: '2026-06-01', end: '2026-06-30' },
        })
      ).data.post_schedules.map(({ post }) => post.campaign_id)
    expect(await cards()).toEqual([undefined])
    expect((await set([postId, other.postId], sale)).data).toEqual([
      { post_id: postId, campaign_id: null },
      { post_id: other.postId, campaign_id: null },
    ])
    expect([await campaignOf(postId), await campaignOf(other.postId)]).toEqual([sale, sale])
    expect(await cards()).toEqual([sale])
    const { data } = await test.ask(cast.creator, getPost, { params: { postId } })
    expect(data.post_socials.every(({ status }) => status === 'approved')).toBe(true)
    expect((await set([postId], null)).data).toEqual([{ post_id: postId, campaign_id: sale }])
    expect(await cards()).toEqual([undefined])
  })

  it('is set for all posts or none', async () => {
    const { postId } = await buildPost(test.db, cast.project)
    const elsewhere = await buildPost(test.db, cast.elsewhere)
    const foreign = await buildCampaign(test.db, cast.elsewhere)
    const deleted = await buildCampaign(test.db, cast.project, { deleted_at: new Date() })
    expect((await set([postId, elsewhere.postId], sale)).status).toBe(404)
    expect((await set([postId], foreign)).status).toBe(404)
    expect(await set([postId], deleted)).toMatchObject({
      status: 404,
      message: 'This campaign has been deleted',
    })
    expect(await campaignOf(postId)).toBe(null)
  })

  it('tells open screens of the posts that changed, and of no others', async () => {
    const one = await buildPost(test.db, cast.project)
    const other = await buildPost(test.db, cast.project)
    await set([one.postId], sale)
    await set([one.postId, other.postId], sale)
    const events = await test.db
      .selectFrom('events')
      .select(['post_id', 'actor_id'])
      .where('type', '=', 'post.campaign_changed')
      .where('project_id', '=', cast.project.projectId)
      .orderBy('id')
      .execute()
    const { userId: actor_id } = cast.creator
    expect(events).toEqual([
      { post_id: one.postId, actor_id },
      { post_id: other.postId, actor_id },
    ])
  })

  it('goes with the campaign to the bin and comes back; deleted for good, it leaves the post', async () => {
    const { postId } = await buildPost(test.db, cast.project)
    await set([postId], sale)
    const chosen = { params: inProject(), body: { kind: 'campaign' as const, ids: [sale] } }
    await remove(sale)
    expect((await test.ask(cast.creator, restoreFromBin, chosen)).status).toBe(200)
    expect((await list()).data).toMatchObject([{ id: sale, posts_count: 1 }])
    await remove(sale)
    expect((await test.ask(cast.admin, deleteFromBin, chosen)).status).toBe(200)
    expect(await campaignOf(postId)).toBe(null)
  })
})
