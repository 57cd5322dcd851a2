import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { listContentRestrictions, listMediaRestrictions } from '#domain/networks/contract.ts'
import { createProject, listProjectSettings, listTimezones, saveProject } from '#domain/projects/contract.ts'
import type { OwnProject } from '#domain/projects/model.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
import { projectRoutes } from './routes.ts'

const test = useTestApp({ routes: projectRoutes })
const cast = useNewCast(test)

const valid = { name: 'Harbor Coffee', timezone: 'America/New_York' }
const create = (body: object, person: TestPerson = cast.admin) =>
  test.ask(person, createProject, { body: body as typeof valid })
const params = () => ({ projectId: cast.project.projectId })
const logged = async (projectId: number) =>
  test.db.selectFrom('audit_log').selectAll().where('project_id', '=', projectId).orderBy('id').execute()

describe('Creating a project', () => {
  it('takes a form with a logo, uses the admin’s own agency, and answers the id and the role', async () => {
    const photo = await sharp({ create: { width: 300, height: 500, channels: 3, background: '#a63' } })
      .png()
      .toBuffer()
    const form = new FormData()
    for (const [name, value] of Object.entries(valid)) form.append(name, value)
    form.append('bypass-external-approval-when-internal-approved', 'true')
    form.append('image', new Blob([new Uint8Array(photo)]), 'logo.png')
    const answer = await test.send(cast.admin, 'POST', '/projects', form)
    const data = answer.data as OwnProject
    expect(answer.status).toBe(200)
    expect(data).toMatchObject({ ...valid, agency_id: cast.project.agencyId, role: 'agency-admin' })
    expect(data.logo_image_link).toContain(`${test.services.config.publicUrl}/media/`)
    const settings = await test.ask(cast.admin, listProjectSettings, { params: { projectId: data.id } })
    expect(settings.data).toEqual(
      expect.arrayContaining([
        { name: 'bypass-external-approval-when-internal-approved', value: 'true' },
        { name: 'project-timezone', value: valid.timezone },
      ]),
    )
    expect(await logged(data.id)).toMatchObject([
      { action: 'project.created', actor_id: cast.admin.userId, new: { name: valid.name } },
    ])
  })

  it.each([
    [
      { name: '', timezone: '' },
      { name: 'Project name is required', timezone: 'Timezone is required' },
    ],
    [{}, { name: 'Project name is required', timezone: 'Timezone is required' }],
    [
      { name: 'Al', timezone: 'Berlin' },
      { name: 'Please enter a project name between 3 and 255 characters', timezone: 'Timezone is required' },
    ],
    [{ ...valid, timezone: '+02:00' }, { timezone: 'Timezone is required' }],
    [{ ...valid, owner_id: 1 }, { owner_id: 'Unknown field: owner_id' }],
  ])('reports what is wrong with %j under each field', async (body, texts) => {
    const { status, errors } = await create(body)
    expect(status).toBe(422)
    expect(errors).toEqual(Object.fromEntries(Object.entries(texts).map(([field, text]) => [field, [text]])))
  })

  it('is for admins in their own agency only, and for super-admins in any', async () => {
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await create(valid, person)).status).toBe(403)
    const here = { ...valid, agency_id: cast.project.agencyId }
    expect((await create(here, cast.stranger)).status).toBe(404)
    expect((await create({ ...valid, agency_id: 999_999 })).status).toBe(404)
    const operator = await buildPerson(test.db, cast.project, 'super-admin')
    expect((await create(here, operator)).data).toMatchObject({ role: 'super-admin' })
  })
})

describe('Changing a project', () => {
  const save = (body: object, person: TestPerson = cast.admin) =>
    test.ask(person, saveProject, { params: params(), body })

  it('changes only the fields that are sent, and logs the old and new values', async () => {
    expect((await save({ _method: 'PUT', name: 'Renamed' })).data).toMatchObject({
      name: 'Renamed',
      timezone: 'Europe/Berlin',
    })
    expect((await logged(params().projectId)).at(-1)).toMatchObject({
      action: 'project.changed',
      new: { name: 'Renamed' },
    })
    await save({ name: 'Renamed' })
    expect(await logged(params().projectId)).toHaveLength(1)
  })

  it('does not move scheduled posts when the time zone changes', async () => {
    const schedule = { date: '2026-06-20', time: '12:00' }
    const { scheduleId } = await buildPost(test.db, cast.project, { schedule })
    const read = () =>
      test.db
        .selectFrom('schedules')
        .selectAll()
        .where('id', '=', scheduleId ?? 0)
        .executeTakeFirstOrThrow()
    const before = await read()
    expect((await save({ timezone: 'Asia/Kolkata' })).data.timezone).toBe('Asia/Kolkata')
    expect(await read()).toEqual(before)
  })

  it('accepts only JPEG and PNG as a logo', async () => {
    const form = new FormData()
    form.append('image', new Blob(['<svg onload="alert(1)"/>']), 'logo.png')
    expect(await test.send(cast.admin, 'POST', `/projects/${params().projectId}`, form)).toMatchObject({
      status: 415,
      errors: { image: ["Allowed file types is 'jpeg', 'png'."] },
    })
    expect(test.storage.files.size).toBeLessThanOrEqual(3)
  })

  it('is for admins only', async () => {
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await save({ name: 'Stolen' }, person)).status).toBe(403)
    expect((await save({ name: 'Stolen' }, cast.stranger)).status).toBe(404)
    expect(await logged(params().projectId)).toEqual([])
  })
})

describe('Global options', () => {
  it('lists all IANA time zones and what each network accepts, for anyone signed in', async () => {
    const { data: zones } = await test.ask(cast.external, listTimezones)
    expect(zones).toContain('America/New_York')
    expect(zones).toContain('UTC')
    expect(zones).toEqual([...zones].sort())
    const content = (await test.ask(cast.external, listContentRestrictions)).data
    expect(Object.keys(content).sort()).toEqual(['facebook', 'instagram', 'linkedin', 'twitter'])
    const media = (await test.ask(cast.external, listMediaRestrictions)).data
    expect(media.twitter.image.valid_file_type.length).toBeGreaterThan(0)
    for (const endpoint of [listTimezones, listContentRestrictions, listMediaRestrictions])
      expect((await test.ask(null, endpoint)).status).toBe(401)
  })
})
