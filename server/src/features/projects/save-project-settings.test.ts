import { describe, expect, it } from 'vitest'
import { listProjectSettings, saveProjectSettings } from '#domain/projects/contract.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { projectRoutes } from './routes.ts'

const MASTER = 'post-master-content-social-network-id'
const kit = useTestApp({ routes: projectRoutes })
const cast = useNewCast(kit, {
  connected: ['facebook'],
  settings: { 'single-round-internal-approve': 'true' },
})

const params = () => ({ projectId: cast.project.projectId })
const save = (settings: object[], person: TestPerson = cast.admin) =>
  kit.send(person, 'POST', `/projects/${cast.project.projectId}/settings`, { settings })
const read = async () => (await kit.ask(cast.admin, listProjectSettings, { params: params() })).data

describe('Changing the settings of a project', () => {
  it('changes the named settings and leaves the others', async () => {
    const settings = [
      { name: MASTER, value: 'facebook' },
      { name: 'twitter-approval', value: 'true' },
    ] as const
    const { data } = await kit.ask(cast.admin, saveProjectSettings, {
      params: params(),
      body: { settings: [...settings] },
    })
    expect(data).toEqual([
      { name: MASTER, value: 'facebook' },
      { name: 'single-round-internal-approve', value: 'true' },
      { name: 'twitter-approval', value: 'true' },
    ])
    expect(await read()).toEqual(expect.arrayContaining(data))
  })

  it('removes the master approval platform with an empty value', async () => {
    await save([{ name: MASTER, value: 'facebook' }])
    await save([{ name: MASTER, value: '' }])
    expect((await read()).map(({ name }) => name)).toEqual(['single-round-internal-approve'])
  })

  it('refuses a network without an account as the master approval platform', async () => {
    expect(await save([{ name: MASTER, value: 'linkedin' }])).toMatchObject({
      status: 422,
      code: 'network_not_connected',
    })
    expect((await read()).map(({ name }) => name)).toEqual(['single-round-internal-approve'])
  })

  it('changes the project’s own time zone as well', async () => {
    await save([{ name: 'project-timezone', value: 'Asia/Tokyo' }])
    const project = kit.db.selectFrom('projects').select('timezone')
    expect(await project.where('id', '=', cast.project.projectId).execute()).toEqual([
      { timezone: 'Asia/Tokyo' },
    ])
  })

  it.each([
    ['an unknown name', [{ name: 'content-manager', value: 'true' }]],
    ['a value that is neither yes nor no', [{ name: 'twitter-approval', value: 'yes' }]],
    ['a network that does not exist', [{ name: MASTER, value: 'myspace' }]],
    ['a zone that does not exist', [{ name: 'project-timezone', value: 'Berlin' }]],
    ['an empty list', []],
    [
      'one setting twice',
      [
        { name: 'twitter-approval', value: 'true' },
        { name: 'twitter-approval', value: 'false' },
      ],
    ],
  ])('refuses %s', async (_, settings) => {
    expect(await save(settings)).toMatchObject({ status: 422, code: 'validation_error' })
    expect(await read()).toHaveLength(1)
  })

  it('is for admins only', async () => {
    const settings = [{ name: 'twitter-approval', value: 'true' }]
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await save(settings, person)).status).toBe(403)
    expect((await save(settings, cast.stranger)).status).toBe(404)
  })
})
