import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { getMe, signOut } from '#domain/accounts/contract.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { registerMediaFiles } from '#server/platform/http/media-files.ts'
import { endSession } from '#server/platform/session/end-sessions.ts'
import { mediaCookie } from '#server/platform/session/media-cookie.ts'
import { signedUrlOf } from '#server/platform/storage/signed-url.ts'
import { sizeKey } from '#server/platform/storage/storage.ts'
import { type TestPerson, testNow, useTestApp } from '#testing/app.ts'
import { buildCast, buildPerson, buildProject, type Cast } from '#testing/people.ts'
import { buildMedia, buildPost } from '#testing/posts.ts'
import { fileRules } from './file-rules.ts'
import { allRoutes } from './routes.ts'

const CONTENT = 'the bytes of a picture'

let cast: Cast
const test = useTestApp({ routes: allRoutes })
beforeAll(async () => {
  registerMediaFiles(test.app, test.services, fileRules)
  cast = await buildCast(test.db)
})

/** A file in storage. @returns its key */
const storeFile = async (): Promise<string> => {
  const key = randomBytes(16).toString('hex')
  for (const size of ['small', 'original'] as const)
    await test.storage.put(sizeKey(key, size), { bytes: Buffer.from(CONTENT) }, 'image/webp')
  return key
}

/** An upload of the project, or of another one. */
const upload = async (project = cast.project) => {
  const [id, key] = [await buildMedia(test.db, project), await storeFile()]
  await test.db.updateTable('medias').set({ storage_key: key }).where('id', '=', id).execute()
  return { id, address: `/media/${key}/small` }
}

/** The media cookie as the browser sends it back. */
const cookieOf = async (person: TestPerson): Promise<string> => {
  const { headers } = await test.app.inject({
    url: `/api${getMe.path}`,
    headers: { authorization: `Bearer ${await test.tokenOf(person)}` },
  })
  return String(headers['set-cookie']).replace(/;.*/, '')
}

const read = (url: string, cookie?: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) } })

const statusFor = async (person: TestPerson, url: string): Promise<number> =>
  (await read(url, await cookieOf(person))).statusCode

describe('A media file', () => {
  it('can be read by the people of the project, and answers 404 to anyone else', async () => {
    const { address } = await upload()
    for (const person of [cast.admin, cast.creator, cast.internal])
      expect(await statusFor(person, address)).toBe(200)
    expect(await statusFor(cast.stranger, address)).toBe(404)
    expect((await read(address)).statusCode).toBe(404)
  })

  it('asked for by many at the same moment is read by each who may', async () => {
    const [shown, hidden, elsewhere] = [await upload(), await upload(), await upload(cast.elsewhere)]
    await buildPost(test.db, cast.project, {
      socials: [{ network: 'facebook', status: 'pending_external_approval', media: [shown.id] }],
    })
    await buildPost(test.db, cast.project, { socials: [{ network: 'facebook', media: [hidden.id] }] })
    const files = [shown, hidden, elsewhere]
    const people = [cast.creator, cast.external, cast.stranger]
    const cookies = await Promise.all(people.map(cookieOf))
    const asked = cookies.flatMap(cookie => files.map(({ address }) => ({ address, cookie })))
    const allowed = [200, 200, 404, 200, 404, 404, 404, 404, 200]
    const answers = [...asked, ...asked].map(({ address, cookie }) => read(address, cookie))
    const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(codes).toEqual([...allowed, ...allowed])
  })

  it('gives a stranger the same answer whether it exists or not', async () => {
    const { address } = await upload()
    const cookie = await cookieOf(cast.stranger)
    const [real, absent] = [await read(address, cookie), await read(`/media/${'0'.repeat(32)}/small`, cookie)]
    expect(real.body).toBe(absent.body)
    const names = (answer: typeof real) => Object.keys(answer.headers).sort()
    expect(names(real)).toEqual(names(absent))
  })

  it('can be read with a bearer token as well, by programs that keep no cookies', async () => {
    const { address } = await upload()
    const authorization = `Bearer ${await test.tokenOf(cast.creator)}`
    expect((await read(address, undefined, { authorization })).body).toBe(CONTENT)
    expect((await read(address, undefined, { authorization: 'Bearer none' })).statusCode).toBe(404)
  })

  it('cannot be read with a forged cookie', async () => {
    const { address } = await upload()
    const [name, value = ''] = (await cookieOf(cast.creator)).split('=')
    const [id, signature = ''] = value.split('.')
    const changed = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    for (const forged of [`${Number(id) + 1}.${signature}`, `${id}.${changed}`, `${id}.`, id, ''])
      expect((await read(address, `${name}=${forged}`)).statusCode, forged).toBe(404)
  })

  it('can be read by a client only through a version that they may see', async () => {
    const [hidden, shown] = [await upload(), await upload()]
    await buildPost(test.db, cast.project, { socials: [{ network: 'facebook', media: [hidden.id] }] })
    await buildPost(test.db, cast.project, {
      socials: [{ network: 'facebook', status: 'pending_external_approval', media: [shown.id] }],
    })
    expect(await statusFor(cast.external, hidden.address)).toBe(404)
    expect(await statusFor(cast.external, shown.address)).toBe(200)
  })

  it('of a note can be read by a client only when note and version are for them, by nobody once the post is deleted', async () => {
    const noteWith = async (status: PostSocialStatus, is_for_client: boolean) => {
      const { id, address } = await upload()
      const { postId, socialIds } = await buildPost(test.db, cast.project, {
        socials: [{ network: 'facebook', status }],
      })
      const { projectId: project_id } = cast.project
      const author = { created_by: cast.creator.userId, created_at: testNow, updated_at: testNow }
      const note = await test.db
        .insertInto('notes')
        .values({ post_social_id: socialIds[0] ?? 0, project_id, message: '', is_for_client, ...author })
        .returning('id')
        .executeTakeFirstOrThrow()
      const picture = { note_id: note.id, project_id, media_id: id, position: 0 }
      await test.db.insertInto('note_attachments').values(picture).execute()
      return { address, postId }
    }
    const shown = await noteWith('pending_external_approval', true)
    expect(await statusFor(cast.external, shown.address)).toBe(200)
    for (const hidden of [
      await noteWith('pending_external_approval', false),
      await noteWith('pending_internal_approval', true),
    ]) {
      expect(await statusFor(cast.external, hidden.address)).toBe(404)
      expect(await statusFor(cast.internal, hidden.address)).toBe(200)
    }
    await test.db.updateTable('posts').set({ deleted_at: testNow }).where('id', '=', shown.postId).execute()
    expect(await statusFor(cast.creator, shown.address)).toBe(404)
  })

  it('is cached by this person’s browser only, which revalidates it before using it again', async () => {
    const { address } = await upload()
    const cookie = await cookieOf(cast.creator)
    const first = await read(address, cookie)
    expect(first.headers['cache-control']).toMatch(/^private, max-age=\d{1,4}(,|$)/)
    expect(first.headers.vary).toContain('cookie')
    const { etag } = first.headers
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await read(address, cookie, { 'if-none-match': String(tag) })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    expect((await read(address, cookie, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  })

  it('is sent in ranges, and refuses a range that it does not have', async () => {
    const { address } = await upload()
    const cookie = await cookieOf(cast.creator)
    const part = async (range: string, more = {}) => {
      const { statusCode, body, headers } = await read(address, cookie, { range, ...more })
      expect(Number(headers['content-length'])).toBe(body.length)
      return [statusCode, body, headers['content-range']]
    }
    const all = CONTENT.length
    expect(await part('bytes=4-8')).toEqual([206, 'bytes', `bytes 4-8/${all}`])
    expect(await part('bytes=15-')).toEqual([206, 'picture', `bytes 15-${all - 1}/${all}`])
    expect(await part('bytes=15-99999')).toEqual([206, 'picture', `bytes 15-${all - 1}/${all}`])
    expect(await part('bytes=-7')).toEqual([206, 'picture', `bytes 15-${all - 1}/${all}`])
    expect(await part(`bytes=${all}-`)).toEqual([416, '', `bytes */${all}`])
    for (const odd of ['bytes=8-4', 'bytes=-', 'bytes=0-1,3-4', 'lines=1-2'])
      expect(await part(odd)).toEqual([200, CONTENT, undefined])
    expect(await part('bytes=4-8', { 'if-range': '"other"' })).toEqual([200, CONTENT, undefined])
  })

  it('answers HEAD with its size and type', async () => {
    const { address } = await upload()
    const headers = { cookie: await cookieOf(cast.creator) }
    const answer = await test.app.inject({ method: 'HEAD', url: address, headers })
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(answer.headers).toMatchObject({
      'content-length': String(CONTENT.length),
      'content-type': 'image/webp',
    })
    expect((await test.app.inject({ method: 'HEAD', url: address })).statusCode).toBe(404)
  })

  it.each(['..%2f..%2fpasswd/small', `${'a'.repeat(32)}/..%2foriginal`, 'x/small', `${'a'.repeat(32)}/huge`])(
    'is not found at %s',
    async path => {
      expect((await read(`/media/${path}`, await cookieOf(cast.admin))).statusCode).toBe(404)
    },
  )
})

describe('A media file that a person could read', () => {
  /** Requests it like a browser that has it already: with its cookie and the ETag of its copy. */
  const readOld = async (address: string, cookie: string) => {
    const { etag } = (await read(address, cookie)).headers
    expect(etag).toBeDefined()
    return async () => (await read(address, cookie, { 'if-none-match': String(etag) })).statusCode
  }

  it('is no longer readable once it is deleted', async () => {
    const { id, address } = await upload()
    const again = await readOld(address, await cookieOf(cast.creator))
    await test.db.updateTable('medias').set({ deleted_at: new Date() }).where('id', '=', id).execute()
    expect(await again()).toBe(404)
  })

  it('is no longer readable when the only post that shows it is deleted, until that is restored', async () => {
    const { id, address } = await upload()
    const socials = [{ network: 'facebook' as const, media: [id] }]
    const { postId } = await buildPost(test.db, cast.project, { socials })
    const again = await readOld(address, await cookieOf(cast.creator))
    const setDeleted = (deleted_at: Date | null) =>
      test.db.updateTable('posts').set({ deleted_at }).where('id', '=', postId).execute()
    await setDeleted(new Date())
    expect(await again()).toBe(404)
    await setDeleted(null)
    expect(await again()).toBe(304)
    await setDeleted(new Date())
    await buildPost(test.db, cast.project, { socials })
    expect(await again()).toBe(304)
  })

  it('is no longer readable when they are removed from the project', async () => {
    const { address } = await upload()
    const person = await buildPerson(test.db, cast.project, 'content-creator')
    const again = await readOld(address, await cookieOf(person))
    await test.db.deleteFrom('project_members').where('user_id', '=', person.userId).execute()
    expect(await again()).toBe(404)
  })

  it('is no longer readable when the project is deleted', async () => {
    const project = await buildProject(test.db)
    const client = await buildPerson(test.db, project, 'external-approver')
    const { id, address } = await upload(project)
    await buildPost(test.db, project, { socials: [{ network: 'facebook', status: 'live', media: [id] }] })
    const again = await readOld(address, await cookieOf(client))
    await test.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', project.projectId)
      .execute()
    expect(await again()).toBe(404)
  })

  it('is no longer readable when they sign out, and the browser drops its cookie', async () => {
    const { address } = await upload()
    const person = await buildPerson(test.db, cast.project, 'content-creator')
    const again = await readOld(address, await cookieOf(person))
    const { headers } = await test.app.inject({
      method: signOut.method,
      url: `/api${signOut.path}`,
      headers: { authorization: `Bearer ${await test.tokenOf(person)}` },
    })
    expect(String(headers['set-cookie'])).toMatch(/^galley-media-\d+=; Path=\/media; .*Max-Age=0/)
    expect(await again()).toBe(404)
  })

  it('is no longer readable when their session is ended elsewhere or has expired, or they are blocked', async () => {
    const { address } = await upload()
    const ways: [string, (userId: number, sessionId: number) => Promise<unknown>][] = [
      [
        'ended',
        (_, sessionId) => test.db.transaction().execute(tx => endSession(tx, sessionId, test.clock.now())),
      ],
      [
        'too old',
        (_, sessionId) =>
          test.db
            .updateTable('session_tokens')
            .set({ refreshable_until: test.clock.now() })
            .where('session_id', '=', sessionId)
            .execute(),
      ],
      [
        'blocked',
        userId => test.db.updateTable('users').set({ is_blocked: true }).where('id', '=', userId).execute(),
      ],
    ]
    for (const [way, end] of ways) {
      const person = await buildPerson(test.db, cast.project, 'content-creator')
      const cookie = await cookieOf(person)
      const again = await readOld(address, cookie)
      await end(person.userId, Number(/=(\d+)\./.exec(cookie)?.[1]))
      expect(await again(), way).toBe(404)
    }
  })
})

describe('The cookie for media files', () => {
  it('is sent for media files only, and no script can read it', async () => {
    const config = { ...test.services.config, publicUrl: 'https://galley.example.com' }
    const header = mediaCookie(config, 7)
    expect(header).toMatch(/^__Secure-galley-media=7\.[\w-]{43}; /)
    expect(header.split('; ').slice(1).sort()).toEqual(
      ['HttpOnly', 'Max-Age=2592000', 'Path=/media', 'SameSite=Lax', 'Secure'].sort(),
    )
    expect(mediaCookie(config, 7)).toBe(header)
  })

  it('does not sign anyone in', async () => {
    const cookie = await cookieOf(cast.admin)
    const calls = allRoutes.filter(({ needs }) => needs !== 'nobody')
    for (const { endpoint } of calls) {
      const url = `/api${endpoint.path.replace(/\{\w+\}/g, '1')}`
      const { statusCode } = await test.app.inject({ method: endpoint.method, url, headers: { cookie } })
      expect(statusCode, url).toBe(401)
    }
  })
})

describe('The signed address that a network fetches a file from', () => {
  const pathOf = (url: string) => url.replace(test.services.config.publicUrl, '')

  it('needs no session, and expires within the hour', async () => {
    const { address } = await upload()
    const signed = pathOf(signedUrlOf(test.services.config, address, test.clock.now()))
    const first = await read(signed)
    expect([first.statusCode, first.body, first.headers['cache-control']]).toEqual([200, CONTENT, 'no-store'])
    const later = new Date(test.clock.now().getTime() - 3600_000)
    expect((await read(pathOf(signedUrlOf(test.services.config, address, later)))).statusCode).toBe(404)
  })

  it('works for one size of one file until it expires, and for nothing else', async () => {
    const [one, other] = [await upload(), await upload()]
    const signed = pathOf(signedUrlOf(test.services.config, one.address, test.clock.now()))
    const [path = '', query = ''] = signed.split('?')
    for (const changed of [
      `${other.address}?${query}`,
      `${path.replace('small', 'original')}?${query}`,
      `${path}?${query.replace(/until=\d/, 'until=9')}`,
      `${path}?${query.replace(/signature=./, 'signature=')}`,
      `${path}?${query.replace(/signature=.*/, 'signature=')}`,
      `${path}?${query}&until=9999999999`,
      path,
    ])
      expect((await read(changed)).statusCode, changed).toBe(404)
  })

  it('is the only way to read a picture that was made for a network', async () => {
    const key = randomBytes(16).toString('hex')
    await test.storage.put(`${key}/publish`, { bytes: Buffer.from(CONTENT) }, 'image/jpeg')
    const path = `/media/${key}/publish`
    expect((await read(path, await cookieOf(cast.admin))).statusCode).toBe(404)
    expect((await read(pathOf(signedUrlOf(test.services.config, path, test.clock.now())))).body).toBe(CONTENT)
  })
})

describe('A logo or a person’s picture', () => {
  it('of a project can be read by the people of the project', async () => {
    const key = await storeFile()
    const { projectId, agencyId } = cast.project
    await test.db.updateTable('projects').set({ logo_key: key }).where('id', '=', projectId).execute()
    const sibling = await buildProject(test.db, { agencyId })
    const elsewhere = await buildPerson(test.db, sibling, 'content-creator')
    const address = `/media/${key}/small`
    for (const person of [cast.admin, cast.creator, cast.external])
      expect(await statusFor(person, address)).toBe(200)
    for (const person of [elsewhere, cast.stranger]) expect(await statusFor(person, address)).toBe(404)
    expect((await read(address)).statusCode).toBe(404)
  })

  it('of an agency can be read by the people of the agency and of its projects', async () => {
    const key = await storeFile()
    const { agencyId } = cast.project
    await test.db.updateTable('agencies').set({ logo_key: key }).where('id', '=', agencyId).execute()
    const address = `/media/${key}/small`
    for (const person of [cast.admin, cast.external]) expect(await statusFor(person, address)).toBe(200)
    expect(await statusFor(cast.stranger, address)).toBe(404)
    expect((await read(address)).statusCode).toBe(404)
  })

  it('of a person can be read by themselves and by the people they work with', async () => {
    const sibling = await buildProject(test.db, { agencyId: cast.project.agencyId })
    const otherClient = await buildPerson(test.db, sibling, 'external-approver')
    const giveAvatar = async ({ userId }: TestPerson) => {
      const key = await storeFile()
      await test.db.updateTable('users').set({ avatar_key: key }).where('id', '=', userId).execute()
      return `/media/${key}/small`
    }
    const [ofCreator, ofAdmin] = [await giveAvatar(cast.creator), await giveAvatar(cast.admin)]
    for (const person of [cast.creator, cast.admin, cast.internal, cast.external])
      expect(await statusFor(person, ofCreator)).toBe(200)
    for (const person of [otherClient, cast.stranger]) expect(await statusFor(person, ofCreator)).toBe(404)
    expect(await statusFor(otherClient, ofAdmin)).toBe(200)
    expect((await read(ofCreator)).statusCode).toBe(404)
    await test.db.deleteFrom('project_members').where('user_id', '=', cast.creator.userId).execute()
    expect(await statusFor(cast.creator, ofCreator)).toBe(200)
    expect(await statusFor(cast.internal, ofCreator)).toBe(404)
  })
})
