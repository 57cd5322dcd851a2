import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { searchProjects } from '#domain/projects/contract.ts'
import { PROJECT_PAGE, PROJECTS_IN_ME } from '#domain/projects/own-projects.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildAgency, buildPerson, buildProject, useNewCast } from '#testing/people.ts'
import { projectRoutes } from './routes.ts'

const test = useTestApp({ routes: [...projectRoutes, ...accountRoutes] })
const cast = useNewCast(test)

type Query = { q?: string; after?: number; ids?: string }
const search = async (person: TestPerson, query: Query = {}) =>
  (await test.ask(person, searchProjects, { query })).data
const idsFor = async (person: TestPerson, query: Query = {}) =>
  (await search(person, query)).projects.map(({ id }) => id)
const meOf = async (person: TestPerson) => (await test.ask(person, getMe, {})).data

const nameProject = (id: number, name: string) =>
  test.db.updateTable('projects').set({ name }).where('id', '=', id).execute()
const deleteProject = (id: number) =>
  test.db.updateTable('projects').set({ deleted_at: new Date() }).where('id', '=', id).execute()

/** Adds projects to the agency; their ids, oldest first. */
const addProjects = async (agencyId: number, count: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    insert into projects (agency_id, name, timezone)
    select ${agencyId}, 'Branch ' || n, 'Europe/Berlin' from generate_series(1, ${count}::int) n returning id`.execute(
    test.db,
  )
  return rows.map(({ id }) => id).sort((a, b) => a - b)
}

describe('Searching your projects', () => {
  it('finds each word in the name of the project or of its agency, in any case', async () => {
    const agencyId = await buildAgency(test.db, 'Studio Bergmann')
    const { projectId } = await buildProject(test.db, { agencyId })
    const other = await buildProject(test.db, { agencyId })
    const admin = await buildPerson(test.db, other, 'agency-admin')
    await nameProject(projectId, 'Aurora 100% Coffee')
    await nameProject(other.projectId, 'Tidal')
    expect(await idsFor(admin, { q: ' COFFEE  bergmann ' })).toEqual([projectId])
    expect(await idsFor(admin, { q: '0% c' })).toEqual([projectId])
    expect(await idsFor(admin, { q: 'berg' })).toEqual([projectId, other.projectId])
    expect(await idsFor(admin, { q: 'coffee tidal' })).toEqual([])
    expect(await idsFor(admin, { q: '_idal' })).toEqual([])
    expect((await search(admin, { q: 'aurora' })).projects[0]).toMatchObject({
      name: 'Aurora 100% Coffee',
      agency_name: 'Studio Bergmann',
      role: 'agency-admin',
      setting: [],
    })
  })

  it('answers page by page, without a gap when a project is deleted in between', async () => {
    const all = [cast.project.projectId, ...(await addProjects(cast.project.agencyId, 2 * PROJECT_PAGE))]
    const first = await search(cast.admin)
    expect(first.projects.map(({ id }) => id)).toEqual(all.slice(0, PROJECT_PAGE))
    expect(first.next_after).toBe(all[PROJECT_PAGE - 1])
    await deleteProject(first.next_after ?? 0)
    const second = await search(cast.admin, { after: first.next_after ?? 0 })
    expect(second.projects.map(({ id }) => id)).toEqual(all.slice(PROJECT_PAGE, 2 * PROJECT_PAGE))
    const last = await search(cast.admin, { after: second.next_after ?? 0 })
    expect(last.projects.map(({ id }) => id)).toEqual(all.slice(2 * PROJECT_PAGE))
    expect(last.next_after).toBe(null)
  })

  it.each(['admin', 'creator', 'internal', 'external'] as const)(
    'finds for this person exactly the projects that they may open: %s',
    async name => {
      const person = cast[name]
      const { projects } = await search(person)
      const me = await meOf(person)
      expect(projects.map(({ agency_name, ...project }) => project)).toEqual(me.projects)
      expect(projects.map(({ id }) => id)).toEqual([cast.project.projectId])
    },
  )

  it('gives a member their settings in the project', async () => {
    const person = await buildPerson(test.db, cast.project, 'content-creator', { 'content-manager': 'true' })
    const [found] = (await search(person)).projects
    expect(found?.setting).toEqual([{ name: 'content-manager', value: 'true' }])
  })

  it('finds every project for the super-admin', async () => {
    const person = await buildPerson(test.db, cast.project, 'super-admin')
    const ids = `${cast.elsewhere.projectId},${cast.project.projectId}`
    const { projects } = await search(person, { ids })
    expect(projects.map(({ id, role }) => [id, role])).toEqual([
      [cast.project.projectId, 'super-admin'],
      [cast.elsewhere.projectId, 'super-admin'],
    ])
  })

  it('says which of some ids the person may open, and neither another agency’s nor a deleted one', async () => {
    const [deleted = 0, kept = 0] = await addProjects(cast.project.agencyId, 2)
    await deleteProject(deleted)
    const ids = [kept, deleted, cast.elsewhere.projectId, cast.project.projectId, 999_999].join(',')
    expect(await idsFor(cast.admin, { ids })).toEqual([cast.project.projectId, kept])
    expect(await idsFor(cast.creator, { ids })).toEqual([cast.project.projectId])
    expect(await idsFor(cast.stranger, { ids })).toEqual([cast.elsewhere.projectId])
    expect(await idsFor(cast.stranger, { q: 'Branch' })).toEqual([])
  })

  it('needs a session, and ids that are ids', async () => {
    expect((await test.app.inject({ url: '/api/projects' })).statusCode).toBe(401)
    for (const query of ['ids=1,x', 'after=x', `q=${'x'.repeat(256)}`, 'page=2'])
      expect((await test.send(cast.admin, 'GET', `/projects?${query}`)).status, query).toBe(422)
  })
})

describe('The projects of `me`', () => {
  it('are all of them, oldest first, up to the limit', async () => {
    const added = await addProjects(cast.project.agencyId, PROJECTS_IN_ME - 1)
    const me = await meOf(cast.admin)
    expect(me.projects.map(({ id }) => id)).toEqual([cast.project.projectId, ...added])
    expect(me.project_count).toBe(PROJECTS_IN_ME)
  })

  it('are the first and the newest beyond it, with the number of all', async () => {
    const added = await addProjects(cast.project.agencyId, PROJECTS_IN_ME + 29)
    const me = await meOf(cast.admin)
    expect(me.projects).toHaveLength(PROJECTS_IN_ME)
    expect(me.projects.map(({ id }) => id)).toEqual([cast.project.projectId, ...added.slice(30)])
    expect(me.project_count).toBe(PROJECTS_IN_ME + 30)
    expect(me).toMatchObject({ agency_role: 'agency-admin', agency: { id: cast.project.agencyId } })
  })
})
