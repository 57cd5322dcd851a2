import { describe, expect, it } from 'vitest'
import {
  createHashtagPool,
  deleteHashtagPool,
  listHashtagPools,
  saveHashtagPool,
} from '#domain/hashtags/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { hashtagRoutes } from './routes.ts'

const test = useTestApp({ routes: hashtagRoutes, config: { TOKEN_KEY: 'a1'.repeat(32) } })
const cast = useNewCast(test)

const valid = { pool_name: 'Coffee', hashtags: '#coffee #latte' }
const create = (own: object = {}, person: TestPerson = cast.creator) =>
  test.ask(person, createHashtagPool, { body: { ...valid, project_id: cast.project.projectId, ...own } })
const save = (id: number, own: object = {}, person: TestPerson = cast.creator) =>
  test.ask(person, saveHashtagPool, { body: { ...valid, id, ...own } })
const remove = (poolId: number, person: TestPerson = cast.creator) =>
  test.ask(person, deleteHashtagPool, { params: { poolId } })
const ask = (person: TestPerson) =>
  test.ask(person, listHashtagPools, { params: { projectId: cast.project.projectId } })
const list = async (person: TestPerson = cast.admin) => (await ask(person)).data

describe('Hashtag pools', () => {
  it('are created, changed, listed by name and deleted', async () => {
    const { data: tea } = await create({ pool_name: 'tea', hashtags: 'tea, #Matcha\n#tea' })
    expect(tea).toEqual({
      id: tea.id,
      project_id: cast.project.projectId,
      pool_name: 'tea',
      hashtags: '#tea #Matcha',
      tags_count: 2,
      status: 1,
      version: 1,
    })
    const { data: coffee } = await create({}, cast.admin)
    expect((await list(cast.creator)).map(({ pool_name }) => pool_name)).toEqual(['Coffee', 'tea'])
    expect((await save(tea.id, { pool_name: 'Best of tea', hashtags: '#tea' })).data).toMatchObject({
      id: tea.id,
      pool_name: 'Best of tea',
      hashtags: '#tea',
      tags_count: 1,
      version: 2,
    })
    expect((await remove(coffee.id, cast.admin)).status).toBe(200)
    expect((await list()).map(({ id }) => id)).toEqual([tea.id])
  })

  it('are sent back as they were received by existing clients, a new one with the id 0', async () => {
    const { data } = await create({ id: 0, tags_count: 7, status: 1 })
    expect(data).toMatchObject({ tags_count: 2, version: 1 })
    expect((await save(data.id, { ...data, hashtags: '#espresso' })).data).toMatchObject({ tags_count: 1 })
    expect((await create({ id: data.id })).errors).toEqual({ id: ['A new pool has the id 0'] })
    expect((await save(0)).status).toBe(422)
  })

  it('may share a name and hashtags, also with a deleted one', async () => {
    const { data } = await create()
    expect((await create()).status).toBe(200)
    await remove(data.id)
    expect((await create()).status).toBe(200)
    expect(await list()).toHaveLength(2)
  })

  it('keep hashtags of every script', async () => {
    const hashtags = '#größe #हिन्दी #日本 #کتاب‌خوانی #قهوة'
    expect((await create({ pool_name: '☕ قهوة', hashtags })).data).toMatchObject({
      pool_name: '☕ قهوة',
      hashtags,
      tags_count: 5,
    })
    expect((await create({ hashtags: '＃コーヒー＃珈琲' })).data.hashtags).toBe('#コーヒー #珈琲')
  })

  it.each([
    [{ pool_name: ' ' }, { pool_name: ['Pool Name is a required field'] }],
    [{ pool_name: undefined }, { pool_name: ['Pool Name is a required field'] }],
    [{ pool_name: '☕'.repeat(256) }, { pool_name: ['Please enter a pool name of at most 255 characters'] }],
    [{ hashtags: '' }, { hashtags: ['Hashtag is a required field'] }],
    [{ hashtags: null }, { hashtags: ['Hashtag is a required field'] }],
    [{ hashtags: ' # # ' }, { hashtags: ['Hashtag is a required field'] }],
    [
      { hashtags: '#coffee #2026' },
      {
        hashtags: ['“2026” is not a hashtag. Use letters, numbers and underscores, and not only numbers.'],
      },
    ],
    [
      { hashtags: Array.from({ length: 501 }, (_, index) => `t${index}`).join(' ') },
      { hashtags: ['A pool holds 500 hashtags at most. These are 501.'] },
    ],
    [
      { pool_name: '', hashtags: '' },
      { pool_name: ['Pool Name is a required field'], hashtags: ['Hashtag is a required field'] },
    ],
  ])('explain what is wrong with %j under its field, and stay as they are', async (own, errors) => {
    const { data } = await create()
    expect(await create(own)).toMatchObject({ status: 422, errors })
    expect(await save(data.id, own)).toMatchObject({ status: 422, errors })
    expect(await list()).toEqual([data])
  })

  it('hold their longest name and the most hashtags', async () => {
    const hashtags = Array.from({ length: 500 }, (_, index) => `#${'é'.repeat(96)}${1000 + index}`).join(' ')
    expect((await create({ pool_name: '☕'.repeat(255), hashtags })).data).toMatchObject({
      hashtags,
      tags_count: 500,
    })
  })

  it('are not overwritten by a save based on an older version', async () => {
    const { data } = await create()
    const { version } = data
    expect((await save(data.id, { version, hashtags: '#first' })).status).toBe(200)
    expect(await save(data.id, { version, hashtags: '#second' }, cast.admin)).toMatchObject({
      status: 409,
      code: 'stale_version',
    })
    expect(await list()).toMatchObject([{ hashtags: '#first', version: 2 }])
    expect((await save(data.id, { version: 2, hashtags: '#second' })).data).toMatchObject({ version: 3 })
    expect((await save(data.id, { hashtags: '#third' })).status).toBe(200)
  })

  it('are saved by one of two people who save the same version at once', async () => {
    const { data } = await create()
    const answers = await Promise.all([
      save(data.id, { version: 1, hashtags: '#ada' }, cast.admin),
      save(data.id, { version: 1, hashtags: '#carl' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await list()).toHaveLength(1)
  })

  it('return 404 once they are deleted', async () => {
    const { data } = await create()
    await remove(data.id)
    expect((await save(data.id)).status).toBe(404)
    expect((await remove(data.id)).status).toBe(404)
  })

  it('update open screens with every change, and not when one was refused', async () => {
    const { data } = await create()
    await save(data.id, {}, cast.admin)
    await save(data.id, { version: 1 })
    await save(data.id, { hashtags: '' })
    await remove(data.id, cast.external)
    await remove(data.id)
    const events = await test.db
      .selectFrom('events')
      .select(['type', 'post_id', 'actor_id'])
      .where('project_id', '=', cast.project.projectId)
      .orderBy('id')
      .execute()
    const [carl, ada] = [cast.creator.userId, cast.admin.userId]
    expect(events).toEqual([
      { type: 'hashtag_pool.created', post_id: null, actor_id: carl },
      { type: 'hashtag_pool.saved', post_id: null, actor_id: ada },
      { type: 'hashtag_pool.deleted', post_id: null, actor_id: carl },
    ])
  })

  it('are neither shown to approvers nor changed by them', async () => {
    const { data } = await create()
    for (const person of [cast.internal, cast.external]) {
      expect(await ask(person)).toMatchObject({ status: 403, data: undefined })
      expect((await create({}, person)).status).toBe(403)
      expect((await save(data.id, {}, person)).status).toBe(403)
      expect((await remove(data.id, person)).status).toBe(403)
    }
    expect(await list()).toEqual([data])
  })

  it('return 404 for another agency', async () => {
    const { data } = await create()
    expect((await ask(cast.stranger)).status).toBe(404)
    expect((await create({}, cast.stranger)).status).toBe(404)
    expect((await save(data.id, {}, cast.stranger)).status).toBe(404)
    expect((await remove(data.id, cast.stranger)).status).toBe(404)
    expect((await save(data.id, { project_id: cast.elsewhere.projectId })).status).toBe(404)
    expect(await list()).toEqual([data])
  })
})
