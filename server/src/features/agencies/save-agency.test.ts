import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { getAgency, listAuditLog, saveAgency } from '#domain/agencies/contract.ts'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { projectRoutes } from '#server/features/projects/routes.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { useNewCast } from '#testing/people.ts'
import { agencyRoutes } from './routes.ts'

const test = useTestApp({ routes: [...accountRoutes, ...agencyRoutes, ...projectRoutes] })
const cast = useNewCast(test)
const params = () => ({ agencyId: cast.project.agencyId })
const log = async (query: Record<string, unknown> = {}, person = cast.admin) =>
  test.ask(person, listAuditLog, { params: params(), query: query as never })

describe('An agency', () => {
  it('is visible to its people, including clients, and to nobody else', async () => {
    for (const person of [cast.admin, cast.creator, cast.internal, cast.external])
      expect((await test.ask(person, getAgency, { params: params() })).data.id).toBe(cast.project.agencyId)
    expect((await test.ask(cast.stranger, getAgency, { params: params() })).status).toBe(404)
  })

  it('refuses an accent color that would be invisible on paper', async () => {
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

  it('chooses whether its reports name the weakest post, which the audit log has', async () => {
    const { data } = await test.ask(cast.admin, saveAgency, {
      params: params(),
      body: { names_weakest_post: 'true' },
    })
    expect(data.names_weakest_post).toBe(true)
    const { new: changed } = await test.db
      .selectFrom('audit_log')
      .select('new')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(changed).toEqual({ weakest_post: 'named' })
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
