import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import {
  createAgency,
  exportAuditLog,
  getAgency,
  listAuditLog,
  removeAgencyUser,
  saveAgency,
} from '#domain/agencies/contract.ts'
import { createProject, getProject, saveProjectSettings } from '#domain/projects/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildPerson, buildProject, nextNumber, useNewCast } from '#testing/people.ts'
import { buildPost } from '#testing/posts.ts'
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
const params = () => ({ agencyId: cast.project.agencyId })
const log = async (query: Record<string, unknown> = {}, person = cast.admin) =>
  test.ask(person, listAuditLog, { params: params(), query: query as never })

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

  it('is open to guests and to people who were invited, and refused for who has one', async () => {
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

describe('An agency', () => {
  it('is visible to its people, including clients, and to nobody else', async () => {
    for (const person of [cast.admin, cast.creator, cast.internal, cast.external])
      expect((await test.ask(person, getAgency, { params: params() })).data.id).toBe(cast.project.agencyId)
    expect((await test.ask(cast.stranger, getAgency, { params: params() })).status).toBe(404)
  })

  it('has an accent color, which a color that nobody would see on paper cannot be', async () => {
    const change = (accent_color: string) =>
      test.ask(cast.admin, saveAgency, { params: params(), body: { accent_color } })
    expect((await change('#0055AA')).data.accent_color).toBe('#0055aa')
    expect((await log()).data.entries[0]).toMatchObject({ new: { accent: '#0055aa' }, old: { accent: null } })
    expect(await change('#ffee00')).toMatchObject({
      status: 422,
      errors: { accent_color: ['This color is too light for white paper. Choose a darker one.'] },
    })
    expect((await change('')).data.accent_color).toBeNull()
  })

  it('can be renamed and given a logo as a square PNG by its admin', async () => {
    const photo = await sharp({ create: { width: 600, height: 300, channels: 3, background: '#a63' } })
      .jpeg()
      .toBuffer()
    const form = new FormData()
    form.append('_method', 'PUT')
    form.append('name', 'Renamed')
    form.append('image', new Blob([new Uint8Array(photo)]), 'logo.jpg')
    const { status, data } = await test.send(cast.admin, 'POST', `/agencies/${params().agencyId}`, form)
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Renamed', logo_image_link: expect.stringContaining('/media/') })
    const [key = ''] = [...test.storage.files.keys()].filter(name => name.endsWith('original'))
    const stored = await sharp(test.storage.files.get(key)?.bytes).metadata()
    expect([stored.format, stored.width === stored.height]).toEqual(['png', true])
    expect((await log()).data.entries[0]).toMatchObject({
      action: 'agency.changed',
      new: { name: 'Renamed', logo: 'changed' },
      actor: { id: cast.admin.userId },
    })

    const body = { remove_image: 'true' } as const
    const bare = await test.ask(cast.admin, saveAgency, { params: params(), body })
    expect(bare.data).toMatchObject({ name: 'Renamed', logo_image_link: null })
    await expect.poll(() => test.storage.files.has(key)).toBe(false)
    expect((await log()).data.entries[0]).toMatchObject({ new: { logo: 'removed' } })
    await test.ask(cast.admin, saveAgency, { params: params(), body })
    expect((await log()).data.entries).toHaveLength(2)
  })

  it('accepts no picture of another kind', async () => {
    const form = new FormData()
    form.append('image', new Blob(['GIF89a not really']), 'logo.png')
    expect(await test.send(cast.admin, 'POST', `/agencies/${params().agencyId}`, form)).toMatchObject({
      status: 415,
      message: "Allowed file types is 'jpeg', 'png'.",
    })
  })

  it('cannot be changed by anyone else', async () => {
    const save = (person: TestPerson) =>
      test.ask(person, saveAgency, { params: params(), body: { name: 'Stolen' } })
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await save(person)).status).toBe(403)
    expect((await save(cast.stranger)).status).toBe(404)
    expect((await log()).data.entries).toEqual([])
  })
})

describe('Removing a person from an agency', () => {
  const remove = (who: TestPerson, by: TestPerson = cast.admin) =>
    test.ask(by, removeAgencyUser, { params: { ...params(), userId: who.userId } })
  const admins = async () =>
    test.db.selectFrom('agency_admins').select('user_id').where('agency_id', '=', params().agencyId).execute()

  it('removes them from all its projects, and from no other agency’s', async () => {
    const second = await buildProject(test.db, { agencyId: params().agencyId })
    for (const projectId of [second.projectId, cast.elsewhere.projectId])
      await test.db
        .insertInto('project_members')
        .values({ project_id: projectId, user_id: cast.creator.userId, role: 'content-creator' })
        .execute()
    expect((await remove(cast.creator)).status).toBe(200)
    const statusOf = async (projectId: number) =>
      (await test.ask(cast.creator, getProject, { params: { projectId } })).status
    expect(await statusOf(cast.project.projectId)).toBe(404)
    expect(await statusOf(second.projectId)).toBe(404)
    expect(await statusOf(cast.elsewhere.projectId)).toBe(200)
    expect((await log()).data.entries.map(entry => entry.action)).toEqual([
      'member.removed',
      'member.removed',
    ])
    expect((await remove(cast.creator)).status).toBe(404)
  })

  it('removes an admin, who is a member of no project, from every plan that names them', async () => {
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    const second = await buildProject(test.db, { agencyId: params().agencyId })
    const { postId } = await buildPost(test.db, second)
    const chosen = { concrete_internal_approver: [other.userId, cast.admin.userId] }
    await test.db.updateTable('posts').set(chosen).where('id', '=', postId).execute()
    expect((await remove(other)).status).toBe(200)
    const plan = test.db.selectFrom('posts').select('concrete_internal_approver').where('id', '=', postId)
    expect(await plan.executeTakeFirst()).toEqual({ concrete_internal_approver: [cast.admin.userId] })
  })

  it('never leaves it without an admin', async () => {
    expect(await remove(cast.admin)).toMatchObject({ status: 409, code: 'last_admin' })
    const blocked = await buildPerson(test.db, cast.project, 'agency-admin')
    await test.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.userId).execute()
    expect(await remove(cast.admin)).toMatchObject({ code: 'last_admin' })
    expect((await remove(blocked)).status).toBe(200)
    expect(await admins()).toHaveLength(1)
  })

  it('leaves one admin when all remove each other at once', async () => {
    const others = await Promise.all(
      Array.from({ length: 4 }, () => buildPerson(test.db, cast.project, 'agency-admin')),
    )
    const all = [cast.admin, ...others]
    await Promise.all(all.map(({ userId }) => test.tokenOf({ userId, name: '' })))
    const answers = await Promise.all(
      all.map((person, index) => remove(person, all[(index + 1) % all.length] ?? person)),
    )
    expect((await admins()).length).toBeGreaterThanOrEqual(1)
    expect(answers.every(({ status }) => [200, 403, 404, 409].includes(status))).toBe(true)
  })

  it('is refused for others, and allowed for the super-admin', async () => {
    const other = await buildPerson(test.db, cast.project, 'agency-admin')
    for (const person of [cast.creator, cast.internal, cast.external])
      expect((await remove(other, person)).status).toBe(403)
    expect((await remove(other, cast.stranger)).status).toBe(404)
    expect((await remove(cast.stranger)).status).toBe(404)
    const operator = await buildPerson(test.db, cast.project, 'super-admin')
    expect((await remove(other, operator)).status).toBe(200)
  })
})

describe('The audit log', () => {
  const change = async (value: 'true' | 'false') =>
    test.ask(cast.admin, saveProjectSettings, {
      params: { projectId: cast.project.projectId },
      body: { settings: [{ name: 'twitter-approval', value }] },
    })

  it('says who changed what, old and new, when and from where, and omits calls that changed nothing', async () => {
    await change('true')
    await change('true')
    await change('false')
    const { entries } = (await log()).data
    expect(entries).toHaveLength(2)
    expect(entries[0]).toEqual({
      id: expect.any(Number),
      action: 'project.setting_changed',
      actor: { id: cast.admin.userId, name: cast.admin.name, email: expect.stringContaining('@') },
      project: { id: cast.project.projectId, name: expect.any(String) },
      subject: expect.any(String),
      old: { 'twitter-approval': 'true' },
      new: { 'twitter-approval': 'false' },
      address: '127.0.0.1',
      created_at: test.clock.now().toISOString(),
    })
  })

  it('is read page by page, and filtered', async () => {
    for (const value of ['true', 'false', 'true'] as const) await change(value)
    const first = (await log({ limit: 2 })).data
    expect(first.entries).toHaveLength(2)
    const second = (await log({ limit: 2, before_id: first.next_before_id })).data
    expect([second.entries.length, second.next_before_id]).toEqual([1, null])
    const count = async (query: Record<string, unknown>) => (await log(query)).data.entries.length
    expect(await count({ action: 'project.setting_changed' })).toBe(3)
    expect(await count({ action: 'member.added' })).toBe(0)
    expect(await count({ actor_id: cast.creator.userId })).toBe(0)
    expect(await count({ project_id: cast.project.projectId })).toBe(3)
    expect(await count({ from: '2026-06-01', to: '2026-06-01' })).toBe(3)
    expect(await count({ from: '2026-06-02' })).toBe(0)
    expect(await count({ to: '2026-05-31' })).toBe(0)
  })

  it('is exported as CSV in which no name is a formula', async () => {
    const name = '=HYPERLINK("evil")'
    await test.ask(cast.admin, saveAgency, { params: params(), body: { name } })
    const { data } = await test.ask(cast.admin, exportAuditLog, { params: params() })
    expect(data.file_name).toBe('audit-log-2026-06-01.csv')
    expect(data.csv.split('\r\n')).toHaveLength(3)
    await test.ask(cast.admin, saveAgency, { params: params(), body: { name: 'Fine again' } })
    const after = (await test.ask(cast.admin, exportAuditLog, { params: params() })).data.csv
    expect(after).toContain(`,"'=HYPERLINK(""evil"")",`)
  })

  it('is visible only to admins', async () => {
    for (const endpoint of [listAuditLog, exportAuditLog]) {
      for (const person of [cast.creator, cast.internal, cast.external])
        expect((await test.ask(person, endpoint, { params: params() })).status).toBe(403)
      expect((await test.ask(cast.stranger, endpoint, { params: params() })).status).toBe(404)
    }
  })

  it('can be added to, but never changed, thinned out or emptied', async () => {
    await change('true')
    for (const attempt of [
      'update audit_log set actor_id = null',
      'delete from audit_log',
      'truncate audit_log',
    ])
      await expect(sql.raw(attempt).execute(test.db)).rejects.toThrow('append-only')
    expect((await log()).data.entries).toHaveLength(1)
  })
})
