import { describe, expect, it } from 'vitest'
import { createDayLabel, deleteDayLabel, listDayLabels, saveDayLabel } from '#domain/labels/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { labelRoutes } from './routes.ts'

const test = useTestApp({ routes: labelRoutes })
const cast = useNewCast(test)

const valid = { text: 'Summer fair', color: '#FFCC00', start_at: '2026-06-10' }
const create = (own: object = {}, person: TestPerson = cast.creator) =>
  test.ask(person, createDayLabel, { body: { ...valid, project_id: cast.project.projectId, ...own } })
const list = async (person: TestPerson = cast.external) =>
  (await test.ask(person, listDayLabels, { params: { projectId: cast.project.projectId } })).data

describe('Day labels', () => {
  it('can be created, changed, listed with the latest days first, and removed', async () => {
    const { data: first } = await create()
    expect(first).toMatchObject({ ...valid, color: '#ffcc00', end_at: '2026-06-10', day_label_id: first.id })
    const { data: second } = await create({ start_at: '2026-06-20', end_at: '2026-06-22', color: '#abc' })
    expect((await list()).map(({ id }) => id)).toEqual([second.id, first.id])
    const params = { dayLabelId: first.id }
    const body = { ...valid, text: 'Winter fair', day_label_id: first.id, end_at: '2026-06-11' }
    expect((await test.ask(cast.admin, saveDayLabel, { params, body })).data).toMatchObject({
      id: first.id,
      text: 'Winter fair',
      end_at: '2026-06-11',
    })
    expect((await test.ask(cast.admin, deleteDayLabel, { params })).status).toBe(200)
    expect((await list()).map(({ id }) => id)).toEqual([second.id])
    expect((await test.ask(cast.admin, deleteDayLabel, { params })).status).toBe(404)
  })

  it('cover one day when the end is empty', async () => {
    expect((await create({ end_at: '' })).data).toMatchObject({ end_at: valid.start_at })
  })

  it.each([
    [{ text: ' ' }, { text: ['Label is required'] }],
    [{ text: 'ab' }, { text: ['Please enter a label between 3 and 255 characters'] }],
    [{ color: 'javascript:alert(1)' }, { color: ['Color is required'] }],
    [{ text: '🎄🎄' }, { text: ['Please enter a label between 3 and 255 characters'] }],
    [{ end_at: '2026-06-09' }, { end_at: ['The end must not be before the start'] }],
    [{ end_at: '2027-06-11' }, { end_at: ['A label covers 366 days at most'] }],
    [{ start_at: '0000-06-09' }, { start_at: ['Enter a date from 0001-01-01 to 9999-12-30.'] }],
    [{ start_at: '2026-02-30' }, { start_at: ['Enter a date as yyyy-MM-dd.'] }],
  ])('explain what is wrong with %j under the field', async (own, errors) => {
    expect(await create(own)).toMatchObject({ status: 422, errors })
    expect(await list()).toEqual([])
  })

  it('may overlap others, and cover past days', async () => {
    for (const text of ['Summer fair', 'Pride week', 'Heat wave'])
      expect(await create({ text, start_at: '2020-06-10', end_at: '2020-06-12' })).toMatchObject({
        status: 200,
      })
    expect(await list()).toHaveLength(3)
  })

  it('update open calendars with every change, and not when one was refused', async () => {
    const { data } = await create()
    const params = { dayLabelId: data.id }
    await test.ask(cast.admin, saveDayLabel, { params, body: { ...valid, text: 'Winter fair' } })
    await create({ text: 'ab' })
    await test.ask(cast.external, deleteDayLabel, { params })
    await test.ask(cast.admin, deleteDayLabel, { params })
    await test.ask(cast.admin, deleteDayLabel, { params })
    const events = await test.db
      .selectFrom('events')
      .select(['type', 'post_id', 'actor_id'])
      .where('project_id', '=', cast.project.projectId)
      .orderBy('id')
      .execute()
    const { userId: carl } = cast.creator
    const { userId: ada } = cast.admin
    expect(events).toEqual([
      { type: 'day_label.created', post_id: null, actor_id: carl },
      { type: 'day_label.saved', post_id: null, actor_id: ada },
      { type: 'day_label.deleted', post_id: null, actor_id: ada },
    ])
  })

  it('cannot be edited by approvers, and return 404 for another agency', async () => {
    const { data } = await create()
    const params = { dayLabelId: data.id }
    for (const person of [cast.internal, cast.external]) {
      expect((await create({}, person)).status).toBe(403)
      expect((await test.ask(person, saveDayLabel, { params, body: valid })).status).toBe(403)
      expect((await test.ask(person, deleteDayLabel, { params })).status).toBe(403)
    }
    expect((await create({}, cast.stranger)).status).toBe(404)
    expect((await test.ask(cast.stranger, deleteDayLabel, { params })).status).toBe(404)
    const foreign = { ...valid, project_id: cast.elsewhere.projectId }
    expect((await test.ask(cast.creator, saveDayLabel, { params, body: foreign })).status).toBe(404)
    expect(await list()).toHaveLength(1)
  })
})
