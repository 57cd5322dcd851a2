import { describe, expect, it } from 'vitest'
import { getProject, listProjectSettings, listProjectUsers } from '#domain/projects/contract.ts'
import { useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { projectRoutes } from './routes.ts'

describe('reading a project', () => {
  const test = useTestApp({ routes: projectRoutes })
  const cast = useCast(test, { settings: { 'single-round-internal-approve': 'true' } })

  const params = () => ({ params: { projectId: cast.project.projectId } })

  it('shows its accounts, people and settings, but no token', async () => {
    const { status, data } = await test.ask(cast.creator, getProject, params())
    expect(status).toBe(200)
    expect(data.role).toBe('content-creator')
    expect(data.socials.map(social => social.social_network)).toEqual([
      'facebook',
      'instagram',
      'linkedin',
      'twitter',
    ])
    expect(data.projectUsers.map(user => user.role).sort()).toEqual([
      'agency-admin',
      'content-creator',
      'external-approver',
      'internal-approver',
    ])
    expect(data.settings).toEqual([{ name: 'single-round-internal-approve', value: 'true' }])
    expect(JSON.stringify(data)).not.toContain('token')
  })

  it('shows a client neither who approves internally nor anyone else’s email address', async () => {
    const { data: users } = await test.ask(cast.external, listProjectUsers, params())
    const { data: project } = await test.ask(cast.external, getProject, params())
    expect(project.projectUsers).toEqual(users)
    expect(users.map(user => user.role).sort()).toEqual([
      'agency-admin',
      'content-creator',
      'external-approver',
    ])
    expect(users.filter(user => user.email !== '').map(user => user.id)).toEqual([cast.external.userId])
    expect((await test.ask(cast.internal, listProjectUsers, params())).data).toHaveLength(4)
  })

  it.each([getProject, listProjectSettings, listProjectUsers])(
    'answers 404 to another agency: $path',
    async endpoint => {
      expect(await test.ask(cast.stranger, endpoint, params())).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    },
  )

  it('answers 404 if the project was deleted, never existed, or its id is not a number', async () => {
    await test.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', cast.elsewhere.projectId)
      .execute()
    expect(
      (await test.ask(cast.stranger, getProject, { params: { projectId: cast.elsewhere.projectId } })).status,
    ).toBe(404)
    expect((await test.send(cast.admin, 'GET', '/projects/999999')).status).toBe(404)
    expect((await test.send(cast.admin, 'GET', '/projects/harbor')).status).toBe(404)
    expect((await test.send(cast.admin, 'GET', '/projects/99999999999999999999')).status).toBe(404)
  })

  it('is allowed for every role of the project', async () => {
    for (const person of [cast.admin, cast.creator, cast.internal, cast.external]) {
      expect((await test.ask(person, listProjectSettings, params())).status).toBe(200)
      expect((await test.ask(person, listProjectUsers, params())).status).toBe(200)
    }
  })
})
