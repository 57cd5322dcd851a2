import { describe, expect, it, test } from 'vitest'
import { listContent, listContentRows } from '#domain/content/contract.ts'
import type { Endpoint, Input } from '#domain/kernel/endpoint.ts'
import { useTestApp } from '#testing/app.ts'
import { type Cast, useNewCast } from '#testing/people.ts'
import { buildCampaign, buildPost } from '#testing/posts.ts'
import { contentRoutes } from './routes.ts'

const kit = useTestApp({ routes: contentRoutes })
const cast = useNewCast(kit)

type Query<E extends Endpoint> = Partial<Input<E>['query' & keyof Input<E>]>
const week = { start: '2026-06-01', end: '2026-06-07' }
const list = (query: Query<typeof listContent>, person: Cast['admin'] | null = cast.creator) =>
  kit.ask(person, listContent, { params: { projectId: cast.project.projectId }, query })
const rows = (ids: readonly (number | string)[], person: Cast['admin'] | null = cast.creator) =>
  kit.ask(person, listContentRows, {
    params: { projectId: cast.project.projectId },
    query: { ids: ids.join(',') },
  })
const post = (options: Parameters<typeof buildPost>[2]) => buildPost(kit.db, cast.project, options)
const on = (date: string, time = '10:00') => ({ date, time })
const remove = (postId: number) =>
  kit.db.updateTable('posts').set({ deleted_at: new Date() }).where('id', '=', postId).execute()

describe('The content list', () => {
  it('has the posts of these days by their time, all posts with the latest one first, and those without a time last', async () => {
    const old = await post({ status: 'draft' })
    const friday = await post({ status: 'draft', schedule: on('2026-06-05') })
    const monday = await post({ status: 'scheduled', schedule: on('2026-06-01', '00:00') })
    const sunday = await post({ status: 'draft', schedule: on('2026-06-07', '23:59') })
    const later = await post({ status: 'draft', schedule: on('2026-06-08', '00:00') })
    const young = await post({ status: 'draft' })
    const ofDays = [monday, friday, sunday].map(({ postId }) => postId)
    const unscheduled = [young.postId, old.postId]
    const { status, data } = await list({ ...week, rows: 2 })
    expect(status).toBe(200)
    expect(data).toMatchObject({ ids: [...ofDays, ...unscheduled], is_complete: true })
    expect(data.rows.map(({ id }) => id)).toEqual(ofDays.slice(0, 2))
    expect(data.rows.map(({ revision }) => revision)).toEqual(data.revisions.slice(0, 2))
    expect((await list({ span: 'unscheduled' })).data.ids).toEqual(unscheduled)
    expect((await list({ span: 'all' })).data.ids).toEqual([
      ...[later.postId, ...ofDays.toReversed()],
      ...unscheduled,
    ])
    expect((await list({ span: 'all' })).data.rows).toEqual([])
  })

  it('has what is scheduled from today on, the next one first', async () => {
    await post({ status: 'draft' })
    await post({ status: 'draft', schedule: on('2026-05-31', '23:59') })
    const later = await post({ status: 'draft', schedule: on('2026-07-05') })
    const today = await post({ status: 'draft', schedule: on('2026-06-01', '00:00') })
    expect((await list({ span: 'upcoming' })).data.ids).toEqual([today.postId, later.postId])
  })

  it('can be in another order, up or down, with what has no such value last', async () => {
    const sent = await post({ status: 'pending_internal_approval', schedule: on('2026-06-09') })
    const soon = await post({ status: 'pending_external_approval', schedule: on('2026-06-05') })
    const draft = await post({ status: 'draft', createdBy: cast.creator.userId })
    const sorted = async (
      sort: 'status' | 'deadline' | 'author' | 'date' | 'updated' | 'type',
      direction?: 'desc',
    ) => (await list({ span: 'all', sort, ...(direction ? { direction } : {}) })).data.ids
    expect(await sorted('deadline')).toEqual([soon, sent, draft].map(({ postId }) => postId))
    expect(await sorted('deadline', 'desc')).toEqual([sent, soon, draft].map(({ postId }) => postId))
    expect(await sorted('date')).toEqual([soon, sent, draft].map(({ postId }) => postId))
    expect((await sorted('author'))[0]).toBe(draft.postId)
    expect((await sorted('status'))[0]).toBe(draft.postId)
    for (const sort of ['updated', 'type'] as const) expect(await sorted(sort)).toHaveLength(3)
  })

  it('says in its rows who began a post and whom it waits for', async () => {
    const { internal, creator } = cast
    const { postId } = await post({
      createdBy: creator.userId,
      schedule: on('2026-06-05'),
      socials: [
        {
          network: 'facebook',
          status: 'pending_internal_approval',
          rounds: [{ type: 'internal', status: 'open', chosen: [internal.userId] }],
        },
      ],
    })
    const [row] = (await rows([postId])).data
    const nameOf = async (id: number) => {
      const { name, last_name } = await kit.db
        .selectFrom('users')
        .select(['name', 'last_name'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return `${name} ${last_name}`.trim()
    }
    expect(row?.author).toBe(await nameOf(creator.userId))
    expect(row?.waiting_for).toEqual([await nameOf(internal.userId)])
  })

  it('leaves out deleted posts, posts that were never saved, and other projects', async () => {
    const deleted = await post({ status: 'draft', schedule: on('2026-06-05') })
    await remove(deleted.postId)
    const fresh = await post({ status: 'temporary_draft', schedule: on('2026-06-05') })
    const elsewhere = await buildPost(kit.db, cast.elsewhere, { schedule: on('2026-06-05') })
    expect((await list({ span: 'all' })).data.ids).toEqual([])
    expect((await rows([deleted.postId, fresh.postId, elsewhere.postId])).data).toEqual([])
  })

  it('lists one’s own posts that were never saved, newest first, if something is in them, and nobody else’s', async () => {
    const begun = (message: string, by = cast.creator) =>
      post({ createdBy: by.userId, socials: [{ network: 'facebook', status: 'temporary_draft', message }] })
    const first = await begun('A first thought about bread')
    const second = await begun('A second thought')
    const foreign = await begun('Somebody else’s thought', cast.admin)
    await begun('')
    const deleted = await begun('Not wanted')
    await remove(deleted.postId)
    const saved = await post({ status: 'draft', createdBy: cast.creator.userId })
    const { data } = await list({ span: 'unsaved', rows: 5 })
    expect(data.ids).toEqual([second.postId, first.postId])
    expect(data.rows.map(({ message }) => message)).toEqual([
      'A second thought',
      'A first thought about bread',
    ])
    expect((await list({ span: 'unsaved', q: 'bread' })).data.ids).toEqual([first.postId])
    const asked = await rows([foreign.postId, first.postId, saved.postId])
    expect(asked.data.map(({ id }) => id)).toEqual([first.postId, saved.postId])
    expect((await list({ span: 'unsaved' }, cast.admin)).data.ids).toEqual([foreign.postId])
    expect((await list({ span: 'all' })).data.ids).toEqual([saved.postId])
  })

  it('filters by status, network and type of the same version', async () => {
    const mixed = await post({
      type: 'text',
      socials: [
        { network: 'facebook', status: 'draft' },
        { network: 'linkedin', status: 'approved' },
      ],
    })
    const photo = await post({ type: 'single_photo', socials: [{ network: 'linkedin', status: 'draft' }] })
    const found = async (query: Query<typeof listContent>) => (await list({ span: 'all', ...query })).data.ids
    expect(await found({ status: 'draft', social_network: 'linkedin' })).toEqual([photo.postId])
    expect(await found({ status: 'draft,approved', social_network: 'linkedin' })).toEqual([
      photo.postId,
      mixed.postId,
    ])
    expect(await found({ social_post_type: 'text' })).toEqual([mixed.postId])
    expect(await found({ status: 'nonsense', social_network: 'myspace' })).toHaveLength(2)
  })

  it('filters by the days of labels; a label that is gone lets nothing through', async () => {
    const labelled = await post({ status: 'draft', schedule: on('2026-06-03', '23:30') })
    await post({ status: 'draft', schedule: on('2026-06-04', '00:30') })
    await post({ status: 'draft' })
    const label = { project_id: cast.project.projectId, text: 'Fair', color: '#ff0000' }
    const { id } = await kit.db
      .insertInto('day_labels')
      .values({ ...label, start_at: '2026-06-03', end_at: '2026-06-03' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await list({ ...week, label: String(id) })).data.ids).toEqual([labelled.postId])
    await kit.db.updateTable('day_labels').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect((await list({ ...week, label: String(id) })).data.ids).toEqual([])
  })

  it('filters by campaigns; the posts of one in the bin belong to none', async () => {
    const [sale, pillar] = [
      await buildCampaign(kit.db, cast.project),
      await buildCampaign(kit.db, cast.project),
    ]
    const posts = [
      await post({ status: 'draft' }),
      await post({ status: 'draft' }),
      await post({ status: 'draft' }),
    ]
    const [inSale = 0, inPillar = 0, inNone = 0] = posts.map(({ postId }) => postId)
    for (const [id, campaign_id] of [
      [inSale, sale],
      [inPillar, pillar],
    ] as const)
      await kit.db.updateTable('posts').set({ campaign_id }).where('id', '=', id).execute()
    const found = async (campaign: string) =>
      (await list({ span: 'all', campaign })).data.ids.toSorted((one, other) => one - other)
    expect(await found(String(sale))).toEqual([inSale])
    expect(await found(`${pillar},${sale}`)).toEqual([inSale, inPillar])
    expect(await found('0')).toEqual([inNone])
    await kit.db.updateTable('campaigns').set({ deleted_at: new Date() }).where('id', '=', sale).execute()
    expect(await found(String(sale))).toEqual([])
    expect(await found('0')).toEqual([inSale, inNone])
  })

  it('searches among the posts of the span and the filter', async () => {
    const say = (message: string, status: 'draft' | 'approved', schedule?: ReturnType<typeof on>) =>
      post({ socials: [{ network: 'facebook', status, message }], ...(schedule ? { schedule } : {}) })
    const idea = await say('Fresh bread, every morning', 'draft')
    const planned = await say('Bread that is fresh', 'approved', on('2026-06-03'))
    await say('Coffee only', 'draft', on('2026-06-03'))
    const found = async (query: Query<typeof listContent>) => (await list(query)).data.ids
    expect(await found({ span: 'all', q: 'fresh bread' })).toEqual([planned.postId, idea.postId])
    expect(await found({ span: 'unscheduled', q: 'fresh bread' })).toEqual([idea.postId])
    expect(await found({ ...week, q: 'bread', status: 'approved' })).toEqual([planned.postId])
    expect(await found({ span: 'all', q: `#${idea.postId}` })).toEqual([idea.postId])
    expect(await found({ span: 'all', q: '  ' })).toHaveLength(3)
    expect(await list({ span: 'all', q: 'x'.repeat(501) })).toMatchObject({ status: 422 })
  })

  it('gives a post another revision when its row changes', async () => {
    const { postId } = await post({ status: 'draft' })
    const before = (await list({ span: 'all' })).data.revisions
    await kit.db.updateTable('post_socials').set({ message: 'New' }).where('post_id', '=', postId).execute()
    const { revisions } = (await list({ span: 'all' })).data
    expect(revisions).not.toEqual(before)
    expect((await rows([postId])).data).toMatchObject([{ revision: revisions[0], message: 'New' }])
  })

  test.each([
    ['days without an end', { start: '2026-06-01' }],
    ['an end before the start', { start: '2026-06-02', end: '2026-06-01' }],
    ['more than ten years', { start: '2016-01-01', end: '2026-06-01' }],
    ['a day that does not exist', { start: '2026-02-30', end: '2026-03-01' }],
    ['more rows than a call reads', { span: 'all', rows: 101 }],
  ] as const)('refuses %s', async (_name, query) => {
    expect(await list(query)).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('is for those who write: approvers and clients are refused, strangers learn nothing', async () => {
    const { postId } = await post({ status: 'pending_external_approval' })
    for (const person of [cast.internal, cast.external]) {
      expect((await list({ span: 'all' }, person)).status).toBe(403)
      expect((await rows([postId], person)).status).toBe(403)
    }
    expect((await list({ span: 'all' }, cast.stranger)).status).toBe(404)
    expect((await rows([postId], cast.stranger)).status).toBe(404)
    expect((await list({ span: 'all' }, null)).status).toBe(401)
    expect((await list({ span: 'all' }, cast.admin)).status).toBe(200)
  })

  it('has rows in the order that was requested', async () => {
    const [one, other] = [await post({ status: 'draft' }), await post({ status: 'draft' })]
    expect((await rows([other.postId, 999_999, one.postId])).data.map(({ id }) => id)).toEqual([
      other.postId,
      one.postId,
    ])
    expect((await rows(Array.from({ length: 101 }, (_, index) => index + 1))).status).toBe(422)
  })
})
