import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { id } from '#domain/kernel/shapes.ts'
import { startTestApp, useTestApp } from '#testing/app.ts'
import { type Cast, useCast } from '#testing/people.ts'
import { projectRoute, publicRoute } from './route.ts'
import { TryAgain } from './try-again.ts'

const renameAndFail = endpoint({
  method: 'POST',
  path: '/rename',
  summary: 'Writes, then refuses',
  permission: 'project.manage',
  scope: { project: 'body.project_id' },
  body: z.strictObject({
    project_id: id,
    name: z.string(),
    how: z.enum(['return', 'throw', 'too slow', 'succeed']),
  }),
  output: z.strictObject({ name: z.string() }),
  failures: ['already_live'],
})
const echo = endpoint({
  method: 'POST',
  path: '/echo',
  summary: 'Answers what it got',
  permission: 'public',
  body: z.strictObject({ text: z.string() }),
  output: z.strictObject({ text: z.string() }),
})

describe('The wrapper around every endpoint', () => {
  const test = useTestApp({
    routes: [
      projectRoute(renameAndFail, async ({ body }, { tx, scope }) => {
        await tx.updateTable('projects').set({ name: body.name }).where('id', '=', scope.projectId).execute()
        if (body.how === 'throw') throw new Error('a fault')
        if (body.how === 'too slow') throw new TryAgain('Please try again later.')
        return body.how === 'return' ? fail('already_live') : { name: body.name }
      }),
      publicRoute(echo, async ({ body }, { tx }) => {
        const { rows } = await tx.executeQuery<{ text: string }>({
          sql: 'select $1::text as text',
          parameters: [body.text],
          query: undefined as never,
          queryId: { queryId: 'echo' },
        })
        return { text: rows[0]?.text ?? '' }
      }),
    ],
  })
  const cast = useCast(test)

  const echoed = async (text: string, accepted: string) => {
    const headers = { 'content-type': 'application/json', 'accept-encoding': accepted }
    const answer = await test.app.inject({ method: 'POST', url: '/api/echo', headers, payload: { text } })
    return { encoding: answer.headers['content-encoding'], bytes: answer.rawPayload }
  }

  it('compresses long answers for those who take it, and sends short ones as they are', async () => {
    const long = 'Slow Sunday. '.repeat(500)
    const { encoding, bytes } = await echoed(long, 'gzip, deflate, br')
    expect(encoding).toBe('br')
    expect(bytes.length).toBeLessThan(long.length / 10)
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toMatchObject({ data: { text: long } })
    expect((await echoed(long, 'gzip')).encoding).toBe('gzip')
    expect((await echoed(long, 'identity')).encoding).toBeUndefined()
    expect((await echoed('Short', 'br')).encoding).toBeUndefined()
  })

  const nameNow = async () =>
    (
      await test.db
        .selectFrom('projects')
        .select('name')
        .where('id', '=', cast.project.projectId)
        .executeTakeFirstOrThrow()
    ).name
  const rename = (person: Cast['admin'] | null, how: string, project_id = cast.project.projectId) =>
    test.send(person, 'POST', '/rename', { project_id, name: `Renamed by ${how}`, how })

  it('commits a call that succeeds', async () => {
    expect((await rename(cast.admin, 'succeed')).status).toBe(200)
    expect(await nameNow()).toBe('Renamed by succeed')
  })

  it.each([
    ['return', 409, 'already_live'],
    ['throw', 500, 'internal'],
    ['too slow', 503, 'unavailable'],
  ])('rolls back when a handler fails by a %s', async (how, status, code) => {
    const before = await nameNow()
    expect(await rename(cast.admin, how)).toMatchObject({ status, code })
    expect(await nameNow()).toBe(before)
  })

  it('never shows people the details of a fault', async () => {
    const answer = await rename(cast.admin, 'throw')
    expect(answer.message).toBe('An error has occured Please try again!')
    expect(JSON.stringify(answer)).not.toContain('a fault')
  })

  it('says in its own words that a call was too slow', async () => {
    expect((await rename(cast.admin, 'too slow')).message).toBe('Please try again later.')
  })

  it('checks who is calling, then whether it is theirs, then whether they may', async () => {
    expect(await rename(null, 'succeed')).toMatchObject({ status: 401, code: 'unauthenticated' })
    expect(await rename(cast.stranger, 'succeed')).toMatchObject({ status: 404, code: 'not_found' })
    expect(await rename(cast.creator, 'succeed')).toMatchObject({ status: 403, code: 'forbidden' })
    expect(await rename(cast.admin, 'succeed', cast.elsewhere.projectId)).toMatchObject({ status: 404 })
  })

  it('names unknown and invalid fields', async () => {
    const { status, errors, code } = await test.send(cast.admin, 'POST', '/rename', {
      project_id: cast.project.projectId,
      name: 7,
      how: 'succeed',
      is_admin: true,
    })
    expect({ status, code }).toEqual({ status: 422, code: 'validation_error' })
    expect(Object.keys(errors ?? {}).sort()).toEqual(['is_admin', 'name'])
    expect(errors?.is_admin).toEqual(['Unknown field: is_admin'])
    expect(errors?.name).toEqual(['This must be text.'])
  })

  it('says what is wrong with a field in words for people', async () => {
    const { errors, message } = await test.send(cast.admin, 'POST', '/rename', {
      project_id: cast.project.projectId,
      how: 'explode',
    })
    expect(errors).toEqual({
      name: ['This field is required.'],
      how: ['This must be one of: return, throw, too slow, succeed.'],
    })
    expect(message).toBe('This field is required.')
    expect((await test.send(cast.admin, 'POST', '/rename', { project_id: 'x' })).errors?.project_id).toEqual([
      'This must be a number.',
    ])
  })

  it('does not reveal the fields of a call to someone who may not make it', async () => {
    const wrong = { project_id: cast.project.projectId, name: 7, is_admin: true }
    expect(await test.send(cast.creator, 'POST', '/rename', wrong)).toMatchObject({ status: 403 })
    expect(await test.send(cast.stranger, 'POST', '/rename', wrong)).toMatchObject({ status: 404 })
    expect(await test.send(cast.admin, 'POST', '/rename', wrong)).toMatchObject({ status: 422 })
  })

  it('answers 400 to invalid JSON and 422 to text that no database can store', async () => {
    const broken = await test.app.inject({
      method: 'POST',
      url: '/api/echo',
      headers: { 'content-type': 'application/json' },
      payload: '{"text": ',
    })
    expect(broken.statusCode).toBe(400)
    expect(broken.json().code).toBe('malformed_request')
    expect(await test.send(null, 'POST', '/echo', { text: 'nul \u0000 inside' })).toMatchObject({
      status: 422,
    })
    expect(await test.send(null, 'POST', '/echo', { text: 'Ünïcode 👩‍🚀 ok' })).toMatchObject({
      status: 200,
      data: { text: 'Ünïcode 👩‍🚀 ok' },
    })
  })

  it.each(['[]', '"text"', '7', 'true'])('asks for an object if %s was sent', async payload => {
    const headers = { 'content-type': 'application/json' }
    const answer = await test.app.inject({ method: 'POST', url: '/api/echo', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { message: 'Send a JSON object.', code: 'malformed_request' },
    ])
  })

  it('reports a request that is too large, and mentions no file if there is none', async () => {
    const answer = await test.send(null, 'POST', '/echo', { text: 'x'.repeat(4_000_001) })
    expect(answer).toMatchObject({ status: 413, code: 'too_large', message: 'The request is too big.' })
  })

  it('names the body types that it reads', async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/echo',
      headers: { 'content-type': 'text/plain' },
      payload: 'text',
    })
    expect(answer.statusCode).toBe(415)
    expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
    expect(answer.json().message).toContain('application/json')
  })

  it('answers 503 with Retry-After for a row that another call has locked too long', async () => {
    const held = endpoint({ ...echo, path: '/held' })
    const waiting = await startTestApp({
      routes: [
        publicRoute(held, async ({ body }, { tx }) => {
          await sql`set local lock_timeout = 100`.execute(tx)
          await sql`select id from agencies for update`.execute(tx)
          return body
        }),
      ],
    })
    await sql`insert into agencies (name) values ('Held agency')`.execute(waiting.db)
    const answer = await waiting.db.transaction().execute(async tx => {
      await sql`select id from agencies for update`.execute(tx)
      return waiting.app.inject({ method: 'POST', url: '/api/held', payload: { text: 'now' } })
    })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('2')
    expect(answer.json()).toMatchObject({ code: 'unavailable' })
    await waiting.close()
  })

  it('answers 413 to a body beyond reason', async () => {
    expect(await test.send(null, 'POST', '/echo', { text: 'x'.repeat(4_100_000) })).toMatchObject({
      status: 413,
      code: 'too_large',
    })
  })

  it('sends its security headers with every answer, even failures', async () => {
    for (const url of ['/api/echo', '/api/nothing-here']) {
      const { headers } = await test.app.inject({ method: 'POST', url, payload: { text: 'x' } })
      expect(headers['content-security-policy']).toContain("script-src 'self'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['cache-control']).toBe('no-store')
    }
  })
})
