import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { publicRoute } from '../route.ts'
import { encodingFor } from './encodings.ts'
import { ReadyAnswer } from './ready-answer.ts'

const json = JSON.stringify({ data: 'Tea, '.repeat(400) })
const getTea = endpoint({
  method: 'GET',
  path: '/tea',
  summary: 'Get tea',
  permission: 'public',
  output: z.string(),
})

let kit: TestApp
beforeAll(async () => {
  const answer = new ReadyAnswer(json)
  kit = await startTestApp({ routes: [publicRoute(getTea, async () => answer)] })
})
afterAll(() => kit.close())

const get = (headers: Record<string, string> = {}) => kit.app.inject({ url: '/api/tea', headers })

describe('An answer that is ready to send', () => {
  it.each([
    [undefined, undefined, (body: Buffer) => body],
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['br ; q=0 , gzip ; q=0.2', 'gzip', gunzipSync],
    ['br;q=none', undefined, (body: Buffer) => body],
    ['deflate', undefined, (body: Buffer) => body],
  ])('is sent to someone who takes %s as %s', async (taken, sent, decode) => {
    const answer = await get(taken ? { 'accept-encoding': taken } : {})
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(answer.headers['content-encoding']).toBe(sent)
    expect(decode(answer.rawPayload).toString()).toBe(json)
  })

  it('does not get stuck on a header full of spaces', { timeout: 5_000 }, () => {
    const spaces = ' '.repeat(300_000)
    const request = { headers: { 'accept-encoding': `br${spaces}x, gzip${spaces};${spaces}q=1` } }
    // Steps that grow with the square of the length would outlast the test.
    expect(encodingFor(request as unknown as FastifyRequest, 2_000)).toBe('gzip')
  })

  it('is not sent to someone who has it', async () => {
    const etag = String((await get()).headers.etag)
    for (const tag of [etag, `"another", ${etag}`, etag.replace('W/', '')]) {
      const answer = await get({ 'if-none-match': tag, 'accept-encoding': 'br' })
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag])
    }
    expect((await get({ 'if-none-match': '"another"' })).statusCode).toBe(200)
  })

  it('keeps no more memory than its bytes, whatever they were made in', async () => {
    const small = new ReadyAnswer('{"data":[]}')
    for (const bytes of [small.body, await small.encoded('br'), await small.encoded('gzip')])
      expect(bytes.buffer.byteLength).toBe(bytes.length)
  })

  it('has a tag of its own for each content', () => {
    expect(new ReadyAnswer('{"data":1}').etag).not.toBe(new ReadyAnswer('{"data":2}').etag)
    expect(new ReadyAnswer('{"data":1}').etag).toBe(new ReadyAnswer('{"data":1}').etag)
  })
})
