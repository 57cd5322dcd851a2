import { describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { createAgency } from '#domain/agencies/contract.ts'
import { createProject } from '#domain/projects/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { nextNumber, useNewCast } from '#testing/people.ts'
import { agencyRoutes } from './routes.ts'

const test = useTestApp({ routes: [...accountRoutes, ...agencyRoutes, ...projectRoutes] })
const cast = useNewCast(test)

/** A person who signed up without an invitation. */
const newcomer = async (values: { came_by_invitation?: boolean } = {}): Promise<TestPerson> => {
  const name = 'Zoë'
  const { id: userId } = await test.db
    .insertInto('users')
    .values({ name, email: `zoe${nextNumber()}@example.com`, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { userId, name }
}

describe('Creating an agency', () => {
  it('makes the newcomer its admin, who can then create projects', async () => {
    const person = await newcomer()
    expect((await test.ask(person, getMe)).data.can_create_agency).toBe(true)
    const { status, data } = await test.ask(person, createAgency, { body: { name: ' Bluebird Studio ' } })
    expect(status).toBe(200)
    expect(data).toEqual({
      id: expect.any(Number),
      name: 'Bluebird Studio',
      logo_image_link: null,
      accent_color: null,
      names_weakest_post: false,
    })
    expect((await test.ask(person, getMe)).data).toMatchObject({
      can_create_agency: false,
      can_create_project: true,
      agency: { id: data.id },
      agency_role: 'agency-admin',
    })
    const project = { name: 'Harbor', timezone: 'Europe/Berlin' }
    expect((await test.ask(person, createProject, { body: project })).data).toMatchObject({
      ...project,
      agency_id: data.id,
      role: 'agency-admin',
    })
  })

  it('is open to guests and to people who were invited, and refused for admins of one', async () => {
    const own = { body: { name: 'Another' } }
    expect(await test.ask(cast.admin, createAgency, own)).toMatchObject({
      status: 409,
      code: 'already_in_agency',
    })
    for (const person of [cast.creator, cast.external, await newcomer({ came_by_invitation: true })])
      expect((await test.ask(person, createAgency, own)).status).toBe(200)
  })

  it('makes one agency of two clicks', async () => {
    const person = await newcomer()
    const clicks = [1, 2, 3].map(() => test.ask(person, createAgency, { body: { name: 'Bluebird' } }))
    const statuses = (await Promise.all(clicks)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409])
  })

  it.each([
    ['', 'Company Name is required'],
    ['Al', 'Please enter an company name between 3 and 255 characters'],
    ['x'.repeat(256), 'Please enter an company name between 3 and 255 characters'],
  ])('explains what is wrong with the name %s', async (name, text) => {
    const { status, errors } = await test.ask(await newcomer(), createAgency, { body: { name } })
    expect([status, errors]).toEqual([422, { name: [text] }])
  })
})
