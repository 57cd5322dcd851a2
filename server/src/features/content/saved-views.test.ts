import { describe, expect, it, test } from 'vitest'
import { deleteSavedView, listSavedViews, saveView } from '#domain/content/contract.ts'
import { SAVED_VIEWS_MAX } from '#domain/content/views.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildProject, useNewCast } from '#testing/people.ts'
import { untilWaiting } from '#testing/waiting.ts'
import { contentRoutes } from './routes.ts'

const kit = useTestApp({ routes: contentRoutes })
const cast = useNewCast(kit)

const params = () => ({ projectId: cast.project.projectId })
const save = (name: string, search = 'span=all', person: TestPerson = cast.creator) =>
  kit.ask(person, saveView, { params: params(), body: { name, search } })
const list = async (person: TestPerson = cast.creator) =>
  (await kit.ask(person, listSavedViews, { params: params() })).data
const remove = (viewId: number, person: TestPerson = cast.creator) =>
  kit.ask(person, deleteSavedView, { params: { ...params(), viewId } })

describe('Saved views', () => {
  it('are listed by name, to the person who saved them and nobody else', async () => {
    const { status, data } = await save('Waiting for fixes', 'span=all&status=requires_revision')
    expect(status).toBe(200)
    await save('  Drafts ')
    expect(await list()).toEqual([expect.objectContaining({ name: 'Drafts', search: 'span=all' }), data])
    expect(await list(cast.admin)).toEqual([])
  })

  it('are replaced when saved again under the same name, whatever its case', async () => {
    const first = await save('Drafts')
    const { data } = await save('DRAFTS', 'status=draft')
    expect(data).toEqual({ id: first.data.id, name: 'DRAFTS', search: 'status=draft' })
    expect(await list()).toEqual([data])
  })

  it('are at most 50, of which each can still be replaced', async () => {
    for (let n = 1; n <= SAVED_VIEWS_MAX; n++) await save(`View ${n}`)
    expect(await save('One more')).toMatchObject({ status: 422, code: 'too_many_saved_views' })
    expect((await save('View 7', 'status=live')).status).toBe(200)
    expect(await list()).toHaveLength(SAVED_VIEWS_MAX)
  })

  it('are never more than 50, though two are saved at the same time', async () => {
    for (let n = 1; n < SAVED_VIEWS_MAX; n++) await save(`View ${n}`)
    const saving = await kit.db.transaction().execute(async tx => {
      await tx
        .selectFrom('users')
        .select('id')
        .where('id', '=', cast.creator.userId)
        .forNoKeyUpdate()
        .execute()
      const started = ['One more', 'And another'].map(name => save(name))
      await untilWaiting(kit, 2)
      return { started }
    })
    const answers = await Promise.all(saving.started)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
    expect(await list()).toHaveLength(SAVED_VIEWS_MAX)
  })

  it('are deleted in their own project', async () => {
    const { data } = await save('Drafts', '', cast.admin)
    const other = await buildProject(kit.db, { agencyId: cast.project.agencyId })
    const elsewhere = { projectId: other.projectId, viewId: data.id }
    expect((await kit.ask(cast.admin, deleteSavedView, { params: elsewhere })).status).toBe(404)
    expect(await list(cast.admin)).toEqual([data])
  })

  it('are deleted by their owner only, and once', async () => {
    const { data } = await save('Drafts')
    expect((await remove(data.id, cast.admin)).status).toBe(404)
    expect((await remove(data.id)).status).toBe(200)
    expect((await remove(data.id)).status).toBe(404)
    expect(await list()).toEqual([])
  })

  test.each([
    ['a name of two characters', 'ab', ''],
    ['a name of spaces', '     ', ''],
    ['a name of 256 characters', 'x'.repeat(256), ''],
    ['an address of 2001 characters', 'Long', 'x'.repeat(2001)],
  ])('refuse %s', async (_name, name, search) => {
    expect(await save(name, search)).toMatchObject({ status: 422, code: 'validation_error' })
  })

  it('are refused to approvers, and do not exist for another agency', async () => {
    expect((await save('Drafts', '', cast.internal)).status).toBe(403)
    expect((await save('Drafts', '', cast.external)).status).toBe(403)
    expect((await save('Drafts', '', cast.stranger)).status).toBe(404)
    const { data } = await save('Drafts')
    expect((await remove(data.id, cast.external)).status).toBe(403)
    expect((await remove(data.id, cast.stranger)).status).toBe(404)
  })
})
