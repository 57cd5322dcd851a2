import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { allRoutes } from '#server/routes.ts'
import { startTestApp, useTestApp } from '#testing/app.ts'
import { useCast } from '#testing/people.ts'
import { buildMedia, buildPost, type TestPost } from '#testing/posts.ts'

// Requests that no browser sends: each of these has brought a server down somewhere, or made it answer 500.
const kit = useTestApp({ routes: allRoutes, config: { SIGN_IN_PER_MINUTE: 1000 } })
const cast = useCast(kit)

const post = (url: string, type: string, payload: string | Buffer, token?: string) =>
  kit.app.inject({
    method: 'POST',
    url: `/api${url}`,
    headers: { 'content-type': type, ...(token ? { authorization: `Bearer ${token}` } : {}) },
    payload,
  })
const json = (url: string, payload: unknown, token?: string) =>
  post(url, 'application/json', typeof payload === 'string' ? payload : JSON.stringify(payload), token)
const form = (payload: string | Buffer, token?: string, type = 'multipart/form-data; boundary=b') =>
  post(`/agencies/${cast.project.agencyId}`, type, payload, token)
const part = (head: string, content: string): string =>
  `--b\r\ncontent-disposition: form-data; ${head}\r\n\r\n${content}`

const odd = 'Fresh\u0007\u0008 bread'
const saved = ({ postId, socialIds: [id] }: TestPost, content: object): [string, string, object] => [
  'PUT',
  '/postssocials',
  { post_id: postId, project_id: cast.project.projectId, post_socials: [{ id, ...content }] },
]

describe('A hostile body', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'has its field %s reported as unknown, and changes nothing else',
    async key => {
      const text = `{"email":"a@example.com","password":"x","${key}":{"isAdmin":true}}`
      const { statusCode, body } = await json('/auth/signin', text)
      expect([statusCode, body]).toEqual([422, expect.stringContaining(`Unknown field: ${key}`)])
      expect('isAdmin' in {}).toBe(false)
    },
  )

  it('may be nested a million levels deep without harm', async () => {
    for (const text of [
      `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`,
      `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)}`,
    ])
      expect((await json('/projects', text, await kit.tokenOf(cast.admin))).statusCode).toBe(400)
  })

  it('with a thousand unknown fields gets a short answer', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`field${at}`, 1]))
    const { statusCode, body } = await json('/auth/signin', many)
    expect(statusCode).toBe(422)
    expect(body.length).toBeLessThan(2_000)
  })

  it('does not block the server with a letter that has a hundred thousand marks', async () => {
    const name = `Ann${'\u0301\u0316'.repeat(50_000)}`
    const began = process.cpuUsage()
    const url = `/agencies/${cast.project.agencyId}`
    const { statusCode, body } = await json(url, { name }, await kit.tokenOf(cast.admin))
    // CPU time, so that other load on the machine does not count.
    expect(process.cpuUsage(began).user).toBeLessThan(10_000_000)
    expect([statusCode, JSON.parse(body).errors]).toEqual([
      422,
      { name: ['This text has too many marks on one letter'] },
    ])
  })

  it.each([
    ['half a surrogate pair', 'Blue\ud800bird'],
    ['a zero', 'Blue\u0000bird'],
  ])('cannot put %s into any name', async (_, text) => {
    const token = await kit.tokenOf(cast.admin)
    const { agencyId, projectId } = cast.project
    const calls: [string, object, string][] = [
      [`/agencies/${agencyId}`, { name: text }, 'name'],
      [`/projects/${projectId}`, { name: text }, 'name'],
      ['/projects', { name: text, timezone: 'Asia/Tokyo' }, 'name'],
      [`/users/${cast.admin.userId}`, { company: text }, 'company'],
      ['/posts', { project_id: projectId, social_networks: ['facebook'], type: text }, 'type'],
    ]
    for (const [url, body, field] of calls) {
      const answer = await json(url, body, token)
      expect([url, answer.statusCode, answer.json().errors]).toEqual([
        url,
        422,
        { [field]: ["This text contains characters we can't store"] },
      ])
    }
  })

  it('with control characters is taken without them, and the answer says how many they were', async () => {
    const token = await kit.tokenOf(cast.admin)
    const say = async (text: string) => {
      const { headers } = await json(`/users/${cast.admin.userId}`, { company: text }, token)
      return headers['removed-characters']
    }
    expect(await say('Blue\u0007 bird\u007f')).toBe('2')
    // Line breaks of other programs stay line breaks, and a password is no text.
    expect(await say('Blue\v\r\nbird\u0085\t')).toBeUndefined()
    const signIn = await json('/auth/signin', { email: 'a@example.com', password: 'a\u0007b' })
    expect(signIn.headers['removed-characters']).toBeUndefined()
  })

  it.each<[string, (post: TestPost, photo: number) => [string, string, object | string]]>([
    ['a note', ({ socialIds: [id] }) => ['POST', `/postssocials/${id}/notes`, { message: odd }]],
    [
      'the form of a note',
      ({ socialIds: [id] }) => [
        'POST',
        `/postssocials/${id}/notes`,
        `${part('name="message"', odd)}\r\n--b--\r\n`,
      ],
    ],
    ['a message', post => saved(post, { message: odd })],
    ['a first comment', post => saved(post, { first_comment: odd })],
    [
      'an alternative text',
      (post, object_id) =>
        saved(post, { media_actions: [{ action: 'attach', object_id, extra_fields: { alt_text: odd } }] }),
    ],
  ])('with control characters in %s says so', async (_, callOf) => {
    const post = await buildPost(kit.db, cast.project, { type: 'single_photo' })
    const [method, url, body] = callOf(post, await buildMedia(kit.db, cast.project))
    const isForm = typeof body === 'string'
    const answer = await kit.app.inject({
      method: method === 'PUT' ? 'PUT' : 'POST',
      url: `/api${url}`,
      headers: {
        'content-type': isForm ? 'multipart/form-data; boundary=b' : 'application/json',
        authorization: `Bearer ${await kit.tokenOf(cast.admin)}`,
      },
      payload: isForm ? body : JSON.stringify(body),
    })
    expect([answer.statusCode, answer.headers['removed-characters']]).toEqual([200, '2'])
    expect(answer.body).toContain('Fresh bread')
  })

  it('cannot break a name into several lines', async () => {
    const name = 'Blue\r\nBcc: all\u202e'
    const answer = await json(`/agencies/${cast.project.agencyId}`, { name }, await kit.tokenOf(cast.admin))
    expect(answer.json().data.name).toBe('Blue Bcc: all')
  })
})

describe('A hostile URL', () => {
  it.each([
    'audit-log?constructor=1',
    'audit-log?__proto__=1',
    'audit-log?a%00=1',
    'audit-log?to=9999-12-31',
    'audit-log?limit=1e99',
    'audit-log?before_id=99999999999999999999',
    'audit-log?before_id=1&before_id=2',
    'users/%00',
    'users/9007199254740991',
    `users/${'9'.repeat(600)}`,
  ])('like %s causes no fault of ours', async query => {
    const { statusCode } = await kit.app.inject({
      url: `/api/agencies/${cast.project.agencyId}/${query}`,
      headers: { authorization: `Bearer ${await kit.tokenOf(cast.admin)}` },
    })
    expect(statusCode).toBeLessThan(500)
  })
})

describe('A hostile form', () => {
  it.each([
    ['without a boundary', 'x', 'multipart/form-data'],
    ['that ends in a field', part('name="name"', 'Blue')],
    ['that ends in a file', part('name="image"; filename="x.png"', 'half')],
    ['that is none', 'garbage'],
  ])('like %s is answered as unreadable', async (_, payload, type?: string) => {
    const { statusCode, body } = await form(payload, await kit.tokenOf(cast.admin), type)
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'malformed_request'])
  })

  it('cannot have a field larger than the largest of ours', async () => {
    const payload = `${part('name="name"', 'x'.repeat(100_000))}\r\n--b--\r\n`
    expect((await form(payload, await kit.tokenOf(cast.admin))).statusCode).toBe(413)
  })

  it('cannot have a picture larger than allowed, in any call that takes one', () => {
    const loose = allRoutes.filter(
      ({ endpoint, options }) =>
        endpoint.files?.image !== undefined && !((options.maxFileBytes ?? Infinity) <= 11_000_000),
    )
    expect(loose.map(({ endpoint }) => `${endpoint.method} ${endpoint.path}`)).toEqual([])
  })

  it('cannot fill the memory with many fields', async () => {
    const fields = Array.from({ length: 100 }, (_, at) => `${part(`name="f${at}"`, 'x'.repeat(500_000))}\r\n`)
    const { statusCode } = await post(
      '/auth/signin',
      'multipart/form-data; boundary=b',
      `${fields.join('')}--b--\r\n`,
    )
    expect(statusCode).toBe(413)
  })

  it('cannot turn into another call by naming a method', async () => {
    const payload = `${part('name="_method"', 'DELETE')}\r\n--b--\r\n`
    const { projectId } = cast.project
    const token = await kit.tokenOf(cast.admin)
    const { statusCode } = await post(
      `/projects/${projectId}`,
      'multipart/form-data; boundary=b',
      payload,
      token,
    )
    expect(statusCode).toBe(422)
    const { deleted_at } = await kit.db
      .selectFrom('projects')
      .select('deleted_at')
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow()
    expect(deleted_at).toBeNull()
  })

  it('of someone who was blocked while sending it changes nothing', async () => {
    const { agencyId } = cast.elsewhere
    const token = await kit.tokenOf(cast.stranger)
    const body = new PassThrough()
    const answer = kit.app.inject({
      method: 'POST',
      url: `/api/agencies/${agencyId}`,
      headers: { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${token}` },
      payload: body,
    })
    body.write(part('name="name"', 'Taken over'))
    await new Promise(resolve => setTimeout(resolve, 300))
    await kit.db
      .updateTable('users')
      .set({ is_blocked: true })
      .where('id', '=', cast.stranger.userId)
      .execute()
    body.end('\r\n--b--\r\n')
    expect((await answer).statusCode).toBe(401)
  })
})

describe('A person with a whole network of addresses', () => {
  it('gets the attempts of one address', async () => {
    const strict = await startTestApp({ routes: allRoutes, config: { SIGN_IN_PER_MINUTE: 3 } })
    const from = async (remoteAddress: string) => {
      const payload = { email: `a${remoteAddress.length}@example.com`, password: 'wrong' }
      return (await strict.app.inject({ method: 'POST', url: '/api/auth/signin', remoteAddress, payload }))
        .statusCode
    }
    try {
      for (const address of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:DB8:1:2:3:4:5:6'])
        expect(await from(address)).toBe(401)
      expect(await from('2001:db8:1:2::7')).toBe(429)
      expect(await from('2001:db8:1:3::1')).toBe(401)
      expect(await from('::ffff:192.0.2.1')).toBe(401)
    } finally {
      await strict.close()
    }
  })
})
