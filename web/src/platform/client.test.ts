import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getMe } from '#domain/accounts/contract.ts'
import { requestRevision } from '#domain/approvals/contract.ts'
import { getProject } from '#domain/projects/contract.ts'
import { addressOf, call, formOf, shareTag } from './client.ts'
import { browser, readNews, readNotice, takeOrigin } from './session.ts'
import { readToken, storeToken } from './token.ts'

type Sent = { url: string; token: string | null; body: unknown }

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const unauthenticated = () => answer(401, { message: 'Please sign in.', code: 'unauthenticated' })

/** A server that knows which tokens are valid, issues new ones, and records what it was sent. */
const serve = (good: string[], onRefresh: () => Response | Promise<Response>) => {
  const sent: Sent[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const headers = new Headers(init?.headers)
    const token = headers.get('authorization')?.slice(7) ?? null
    sent.push({ url: String(input), token, body: init?.body })
    if (String(input) === '/api/auth/refresh') return onRefresh()
    return good.includes(token ?? '') ? answer(200, { data: { request: String(input) } }) : unauthenticated()
  })
  return sent
}
const renewed = () => answer(200, { data: { token: 'new', expires_in: 3600 } })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  vi.spyOn(browser, 'toLogin').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

test('a call fills in the path, sends the bearer token and unwraps the data', async () => {
  storeToken({ token: 'good', expires_in: 3600 })
  const sent = serve(['good'], renewed)
  expect(await call(getProject, { params: { projectId: 12 } })).toEqual({ request: '/api/projects/12' })
  expect(sent).toEqual([{ url: '/api/projects/12', token: 'good', body: null }])
})

test('an answer that says that characters were removed is reported to its listener', async () => {
  storeToken({ token: 'good', expires_in: 3600 })
  const onRemoved = vi.fn()
  addEventListener('removed-characters', onRemoved)
  const fetching = vi.spyOn(globalThis, 'fetch')
  fetching.mockResolvedValueOnce(answer(200, { data: null }))
  await call(getMe, {})
  expect(onRemoved).not.toHaveBeenCalled()
  const headers = { 'removed-characters': '2' }
  fetching.mockResolvedValueOnce(new Response('{"data":null}', { headers }))
  await call(getMe, {})
  expect(onRemoved).toHaveBeenCalledTimes(1)
})

test('a refused token is renewed once and the call repeated', async () => {
  storeToken({ token: 'old', expires_in: 3600 })
  const sent = serve(['new'], renewed)
  await call(getMe, {})
  expect(sent.map(({ url, token }) => [url, token])).toEqual([
    ['/api/auth/me', 'old'],
    ['/api/auth/refresh', 'old'],
    ['/api/auth/me', 'new'],
  ])
  expect(readToken()?.token).toBe('new')
})

test('ten calls that are refused together renew the token only once', async () => {
  storeToken({ token: 'old', expires_in: 3600 })
  const sent = serve(['new'], renewed)
  await Promise.all(Array.from({ length: 10 }, () => call(getMe, {})))
  expect(sent.filter(({ url }) => url === '/api/auth/refresh')).toHaveLength(1)
})

test('a token that another tab has renewed in the meantime is used', async () => {
  storeToken({ token: 'old', expires_in: 3600 })
  const sent: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    sent.push(String(input))
    if (new Headers(init?.headers).get('authorization') === 'Bearer theirs') return answer(200, { data: {} })
    storeToken({ token: 'theirs', expires_in: 3600 })
    return unauthenticated()
  })
  await call(getMe, {})
  expect(sent).toEqual(['/api/auth/me', '/api/auth/me'])
})

test('a token that is about to expire is renewed before the call', async () => {
  storeToken({ token: 'old', expires_in: 5 })
  const sent = serve(['old', 'new'], renewed)
  await call(getMe, {})
  expect(sent.map(({ url }) => url)).toEqual(['/api/auth/refresh', '/api/auth/me'])
})

test('a session that cannot be renewed ends at the login page, with the page remembered', async () => {
  window.history.replaceState(null, '', '/3/calendar?view=week')
  storeToken({ token: 'old', expires_in: 3600 })
  serve([], unauthenticated)
  await expect(call(getMe, {})).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  expect(readToken()).toBeNull()
  expect(browser.toLogin).toHaveBeenCalledOnce()
  expect(takeOrigin()).toBe('/3/calendar?view=week')
  expect(readNews()).toBe('Your session has ended. Please log in again.')
})

test('a blocked person is signed out and told why', async () => {
  storeToken({ token: 'good', expires_in: 3600 })
  const blocked = answer(401, { message: 'Account was blocked', code: 'account_blocked' })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(blocked)
  await expect(call(getMe, {})).rejects.toMatchObject({ code: 'account_blocked' })
  expect(readToken()).toBeNull()
  expect(readNotice()).toBe('Account was blocked')
})

test('a server that cannot be reached signs nobody out', async () => {
  storeToken({ token: 'old', expires_in: 5 })
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(call(getMe, {})).rejects.toMatchObject({ status: 0, code: 'unreachable' })
  expect(readToken()?.token).toBe('old')
  expect(browser.toLogin).not.toHaveBeenCalled()
})

test('a failure carries the status, the code, the text and the fields of the server', async () => {
  const body = { message: 'Validation error', code: 'validation_error', errors: { date: ['Required'] } }
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(answer(422, body))
  await expect(call(getMe, {})).rejects.toMatchObject({ status: 422, ...body })
})

test('a response without a text gets the general one', async () => {
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('<html>bad gateway', { status: 502 }))
  await expect(call(getMe, {})).rejects.toThrow('An error has occured Please try again!')
})

test('a call with files is sent as a form with nested names', async () => {
  storeToken({ token: 'good', expires_in: 3600 })
  const sent = serve(['good'], renewed)
  const picture = new File(['x'], 'x.png', { type: 'image/png' })
  await call(requestRevision, {
    body: { approval_id: 4, message: 'Shorter', checkboxes: [{ label: 'Logo', is_checked: false }] },
    files: { attachments: [picture] },
  })
  const form = sent[0]?.body as FormData
  expect([...form.keys()]).toEqual([
    'approval_id',
    'message',
    'checkboxes[0][label]',
    'checkboxes[0][is_checked]',
    'attachments',
  ])
  expect(form.get('checkboxes[0][is_checked]')).toBe('false')
})

test('a form leaves out what was not given', () => {
  expect([...formOf({ a: 1, b: undefined, c: null, d: [] }).keys()]).toEqual(['a'])
})

test('an address escapes its parameters', () => {
  expect(addressOf('/a/{id}', { id: 'x/y' }, { q: 'a b', none: undefined })).toBe('/api/a/x%2Fy?q=a+b')
})

test('pictures come from the page’s own host, where the browser has the cookie for them', async () => {
  storeToken({ token: 'good', expires_in: 3600 })
  const path = `/media/${'0a'.repeat(16)}/small`
  const kept = ['https://cdn.example/media/photo/small', `See https://galley.example${path} here`]
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(
    answer(200, { data: { preview: `https://galley.example${path}`, kept } }),
  )
  expect(await call(getMe, {})).toEqual({ preview: path, kept })
})

test('an answer that the page still has is not read again, unless the page has changed it', async () => {
  storeToken({ token: 'good', expires_in: 3600 })
  const tags: (string | null)[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const tag = new Headers(init?.headers).get('if-none-match')
    tags.push(tag)
    if (tag === 'W/"1"') return new Response(null, { status: 304 })
    return new Response(JSON.stringify({ data: { name: 'Harbor' } }), { headers: { etag: 'W/"1"' } })
  })
  const params = { projectId: 1 }
  const first = await call(getProject, { params })
  expect(await call(getProject, { params, known: first })).toBe(first)
  const changed = { ...first, name: 'Another' }
  expect(await call(getProject, { params, known: changed })).toEqual({ name: 'Harbor' })
  const copy = { ...first }
  shareTag(first, copy)
  expect(await call(getProject, { params, known: copy })).toBe(copy)
  expect(tags).toEqual([null, 'W/"1"', null, 'W/"1"'])
})
