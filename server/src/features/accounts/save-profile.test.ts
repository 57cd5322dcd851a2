import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { getMe, saveProfile } from '#domain/accounts/contract.ts'
import type { Me } from '#domain/accounts/model.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { type TestPerson, useTestApp } from '#testing/app.ts'
import { buildAgency, buildCast, buildPerson, type Cast } from '#testing/people.ts'
import { mayReadPicture } from './picture-access.ts'
import { accountRoutes } from './routes.ts'

let cast: Cast
const test = useTestApp({ routes: accountRoutes })
beforeAll(async () => {
  registerMediaFiles(test.app, test.services, [mayReadPicture])
  cast = await buildCast(test.db)
})

const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif', width = 640, height = 480) =>
  sharp({ create: { width, height, channels: 3, background: '#a6532c' } })
    .withExif({ IFD0: { Copyright: 'a secret place' } })
    .toFormat(format)
    .toBuffer()

const send = async (person: TestPerson, requested: number, fields: Record<string, string | Buffer>) => {
  const form = new FormData()
  form.append('_method', 'PUT')
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value)]), 'photo.png')
  const request = new Request('http://galley.test/', { method: 'POST', body: form })
  const response = await test.app.inject({
    method: 'POST',
    url: `/api/users/${requested}`,
    headers: {
      authorization: `Bearer ${await test.tokenOf(person)}`,
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  const { data, code, message, errors } = response.json()
  return { status: response.statusCode, data: data as Me, code, message, errors }
}

const fetchAs = async (person: TestPerson, url: string) =>
  test.app.inject({ url, headers: { authorization: `Bearer ${await test.tokenOf(person)}` } })

describe('Editing the profile', () => {
  it('changes what is sent and leaves the rest', async () => {
    const { userId } = cast.creator
    const { status, data } = await test.ask(cast.creator, saveProfile, {
      params: { userId },
      body: { _method: 'PUT', name: 'Владимир', last_name: 'Nabokov' },
    })
    expect(status).toBe(200)
    expect(data).toMatchObject({ name: 'Владимир', last_name: 'Nabokov', phone_number: null })
    expect((await test.ask(cast.creator, getMe)).data).toEqual(data)
  })

  it('is possible only for oneself: another person’s id is not found', async () => {
    const { status } = await test.ask(cast.admin, saveProfile, {
      params: { userId: cast.creator.userId },
      body: { name: 'Mallory' },
    })
    expect(status).toBe(404)
  })

  it('rejects fields that are not in the form, and says what is wrong with those that are', async () => {
    const path = `/users/${cast.creator.userId}`
    const bad = await test.send(cast.creator, 'POST', path, { is_super_admin: true, email: 'x@y.zz' })
    expect([bad.status, Object.keys(bad.errors ?? {})]).toEqual([422, ['is_super_admin', 'email']])
    const wrong = await test.send(cast.creator, 'POST', path, { name: 'X1' })
    expect(wrong.errors).toEqual({ name: ['Please enter a first name between 3 and 255 characters'] })
  })

  it.each(['jpeg', 'png'] as const)('stores a %s as a square PNG without its metadata', async format => {
    const { status, data } = await send(cast.creator, cast.creator.userId, { image: await picture(format) })
    expect(status).toBe(200)
    const { pathname } = new URL(data.avatar_image_link ?? '')
    const shown = await fetchAs(cast.creator, pathname)
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png'])
    const { width, height, exif } = await sharp(shown.rawPayload).metadata()
    expect([width, height, exif]).toEqual([256, 256, undefined])
  })

  it('deletes the former picture', async () => {
    const first = await send(cast.internal, cast.internal.userId, { image: await picture('png') })
    await send(cast.internal, cast.internal.userId, { image: await picture('png', 300, 300) })
    const { pathname } = new URL(first.data.avatar_image_link ?? '')
    await expect.poll(async () => (await fetchAs(cast.internal, pathname)).statusCode).toBe(404)
  })

  it('removes the picture with its files', async () => {
    const { userId } = cast.internal
    const shown = await send(cast.internal, userId, { image: await picture('png') })
    const removed = await send(cast.internal, userId, { remove_image: 'true' })
    expect([removed.status, removed.data.avatar_image_link]).toEqual([200, null])
    const { pathname } = new URL(shown.data.avatar_image_link ?? '')
    await expect.poll(async () => (await fetchAs(cast.internal, pathname)).statusCode).toBe(404)
    expect((await send(cast.internal, userId, { remove_image: 'true' })).status).toBe(200)
    expect((await send(cast.admin, userId, { remove_image: 'true' })).status).toBe(404)
  })

  it('refuses other types by their content, in the fixed wording', async () => {
    const before = (await test.ask(cast.external, getMe)).data
    const files = [
      await picture('webp'),
      await picture('gif'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('no picture')]),
    ]
    for (const image of files) {
      const { status, errors } = await send(cast.external, cast.external.userId, { image, name: 'Changed' })
      expect([status, errors]).toEqual([415, { image: ["Allowed file types is 'jpeg', 'png'."] }])
    }
    const large = await send(cast.external, cast.external.userId, { image: Buffer.alloc(10_000_001, 'x') })
    expect([large.status, large.errors]).toEqual([413, { image: ['File is too big'] }])
    expect((await test.ask(cast.external, getMe)).data).toEqual(before)
  })
})

describe('What a person may create', () => {
  const flags = async (person: TestPerson) => {
    const { can_create_agency, can_create_project, card_status } = (await test.ask(person, getMe)).data
    return [can_create_agency, can_create_project, card_status]
  }

  it('is a project for admins, an agency for someone without one, and nothing for others', async () => {
    expect(await flags(cast.admin)).toEqual([false, true, 'not_needed'])
    expect(await flags(cast.creator)).toEqual([false, false, 'not_needed'])
    expect(await flags(cast.external)).toEqual([false, false, 'not_needed'])
    const { id } = await test.db
      .insertInto('users')
      .values({ name: 'Alone', email: 'alone@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await flags({ userId: id, name: 'Alone' })).toEqual([true, false, 'not_needed'])
  })

  it('is a project for an admin who has none yet', async () => {
    const agencyId = await buildAgency(test.db)
    const admin = await buildPerson(test.db, { ...cast.project, agencyId }, 'agency-admin')
    const me = (await test.ask(admin, getMe)).data
    expect([me.can_create_project, me.agency_role, me.agency?.id]).toEqual([true, 'agency-admin', agencyId])
  })
})
