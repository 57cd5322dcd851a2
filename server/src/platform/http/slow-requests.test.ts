import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountRoutes } from '#server/features/accounts/routes.ts'
import { useTestApp } from '#testing/app.ts'

const kit = useTestApp({ routes: accountRoutes, config: { UPLOAD_STALL_SECONDS: 0.2 } })
let port = 0
beforeAll(async () => {
  port = Number(new URL(await kit.app.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => kit.app.server.closeAllConnections())

const head = (...fields: string[]) =>
  [
    'POST /api/auth/signin HTTP/1.1',
    'host: galley',
    'content-type: application/json',
    ...fields,
    '',
    '',
  ].join('\r\n')

/** Sends it, and then a sign every tenth of a second for as long as it is let. @returns what comes back until Galley ends it */
const sendSlowly = (sent: string, sign = ' '): Promise<string> =>
  new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const drip = setInterval(() => socket.writable && socket.write(sign), 100)
    // What is still under way when Galley ends the connection resets it.
    socket.on('error', () => undefined)
    socket.on('data', data => {
      answer += data
    })
    socket.on('close', () => {
      clearInterval(drip)
      resolve(answer)
    })
    socket.write(sent)
  })

describe('A request that only keeps its connection busy', () => {
  it.each([
    ['a body that drips in', 'content-length: 15000', ' '],
    ['one without a length', 'transfer-encoding: chunked', '1\r\n \r\n'],
  ])('is ended in words: %s', async (_, field, sign) => {
    const answer = await sendSlowly(head(field), sign)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('The request was too slow.')
  })

  it('may take fifteen seconds for its headers', () => {
    expect(kit.app.server.headersTimeout).toBe(15_000)
  })

  it.each([
    ['a hundred and one', 101],
    ['ten thousand', 10_000],
  ])('is refused with %s headers', async (_, count) => {
    const fields = Array.from({ length: count - 3 }, (_, at) => `x${at}: 1`)
    const answer = await sendSlowly(head(...fields, 'connection: close'))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    const body = JSON.parse(answer.split('\r\n\r\n')[1] ?? '')
    expect(body).toEqual({ code: 'too_large', message: 'The request has too many headers.' })
  })

  it('disturbs nobody, however many headers it has', async () => {
    const fields = Array.from({ length: 10_000 }, (_, at) => `x${at}: 1`)
    const flood = Promise.all(Array.from({ length: 20 }, () => sendSlowly(head(...fields))))
    const signIn = JSON.stringify({ email: 'nobody@example.com', password: 'wrong password 7' })
    const answer = await sendSlowly(
      head(`content-length: ${signIn.length}`, 'connection: close') + signIn,
      '',
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(answer).toContain('"code":"invalid_credentials"')
    for (const refused of await flood) expect(refused).toMatch(/^HTTP\/1\.1 413 /)
  })

  it.each([
    ['no line of HTTP', 'no line of HTTP\r\n\r\n'],
    ['a length that is no number', head('content-length: many')],
  ])('is refused in words, with the headers that forbid everything: %s', async (_, sent) => {
    const answer = await sendSlowly(sent)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"The request could not be read."')
    expect(answer).toMatch(/^cache-control: no-store$/m)
  })
})

describe('A body that is cut off', () => {
  const signUp = (email: string) => {
    const password = 'correct horse battery'
    const names = { name: 'Ada', last_name: 'Moreau', phone_number: '+49 30 123456', company: 'Bluebird' }
    return JSON.stringify({ ...names, email, password, password_confirmation: password })
  }
  const send = async (email: string, missing: number): Promise<string> => {
    const body = signUp(email)
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    let answer = ''
    socket.on('data', data => {
      answer += data
    })
    const fields = head(`content-length: ${body.length + missing}`, 'connection: close')
    socket.write(fields.replace('signin', 'signup') + body)
    if (missing > 0) socket.end()
    await once(socket, 'close')
    return answer
  }

  it('changes nothing, even if the part that arrived is a complete call', async () => {
    const email = 'cut.off@example.com'
    const count = async () =>
      (await kit.db.selectFrom('users').select('id').where('email', '=', email).execute()).length
    expect(await send(email, 1)).not.toMatch(/^HTTP\/1\.1 2/)
    expect(await count()).toBe(0)
    expect(await send(email, 0)).toMatch(/^HTTP\/1\.1 200 /)
    expect(await count()).toBe(1)
  })
})

describe('A body that is too large', () => {
  it('is answered before it is read, and read no further', async () => {
    const taken = new Promise<number>(resolve =>
      kit.app.server.once('connection', socket => socket.once('close', () => resolve(socket.bytesRead))),
    )
    const socket = connect(port, '127.0.0.1')
    socket.write(head('content-length: 8000000') + '['.repeat(8_000_000))
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
    expect(await taken).toBeLessThan(400_000)
  })
})
