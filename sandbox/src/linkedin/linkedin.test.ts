import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedin, linkedinPost } from '../testing/clients.ts'
import { type DemoAccount, picture, startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
let account: DemoAccount
let owner: string
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('linkedin')
  owner = `urn:li:organization:${account.external_id}`
})
afterAll(() => sandbox.stop())

type Json = Record<string, unknown>

const call = (method: string, path: string, body?: Json) => linkedin(sandbox, account, method, path, body)
const publish = (commentary: string, content?: Json) =>
  call('POST', '/rest/posts', linkedinPost(account, commentary, content))
const refusal = async (response: Promise<Response>) => {
  const answer = await response
  const { code } = (await answer.json()) as { code?: string }
  return [answer.status, code]
}

async function initialize() {
  const body = { initializeUploadRequest: { owner } }
  const { value } = (await (await call('POST', '/rest/images?action=initializeUpload', body)).json()) as {
    value: { uploadUrl: string; image: string }
  }
  return value
}

async function upload(bytes: Buffer) {
  const { uploadUrl, image } = await initialize()
  const headers = { authorization: `Bearer ${account.token}`, 'content-type': 'image/jpeg' }
  const put = await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return { image, put }
}

const statusOf = async (image: string) =>
  ((await (await call('GET', `/rest/images/${encodeURIComponent(image)}`)).json()) as Json).status

describe('A LinkedIn organization', () => {
  it('confirms a new post with 201, an empty body and its URN in a header, and lists it', async () => {
    const created = await publish('Hello \\(world\\) #hiring')
    const urn = created.headers.get('x-restli-id') ?? ''
    expect([created.status, await created.text()]).toEqual([201, ''])
    expect(urn).toMatch(/^urn:li:share:7\d{18}$/)
    const finder = `/rest/posts?q=author&author=${encodeURIComponent(owner)}&count=10&sortBy=CREATED`
    const { elements } = (await (await call('GET', finder)).json()) as { elements: Json[] }
    expect(elements[0]).toMatchObject({ id: urn, author: owner, commentary: 'Hello \\(world\\) #hiring' })
    const one = (await (await call('GET', `/rest/posts/${encodeURIComponent(urn)}`)).json()) as Json
    expect(one.id).toBe(urn)
    const page = await fetch(`${sandbox.url()}/linkedin/feed/update/${urn}/`)
    expect(await page.text()).toContain('Hello (world)')
  })

  it.each([
    ['beside the others', { visiblity: 'PUBLIC' }, '/visiblity'],
    ['in its article', { content: { article: { url: 'https://a.test/' } } }, '/content/article/url'],
    [
      'in one of its images',
      { content: { multiImage: { images: [{ id: 'a' }, { id: 'b', alt_text: 'B' }] } } },
      '/content/multiImage/images/1/alt_text',
    ],
  ])('refuses a post with an unknown field %s', async (_where, extra, path) => {
    const answer = await call('POST', '/rest/posts', { ...linkedinPost(account, 'Hello'), ...extra })
    const { message } = (await answer.json()) as { message: string }
    expect([answer.status, message.trim()]).toEqual([
      422,
      `ERROR :: ${path} :: unrecognized field found but not allowed`,
    ])
  })

  it('refuses an upload with an unknown field', async () => {
    const body = { initializeUploadRequest: { owner, size: 1 } }
    expect((await call('POST', '/rest/images?action=initializeUpload', body)).status).toBe(422)
    expect((await call('POST', '/rest/videos?action=initializeUpload', body)).status).toBe(422)
  })

  it('publishes an uploaded image once it is available', async () => {
    const goOn = sandbox.holdTime()
    const { image, put } = await upload(await picture())
    expect(put.status).toBe(201)
    expect(await statusOf(image)).toBe('PROCESSING')
    const content = { media: { id: image, altText: 'A cup' } }
    expect(await refusal(publish('Too early', content))).toEqual([400, 'MEDIA_ASSET_PROCESSING'])
    sandbox.passTime(500)
    goOn()
    expect(await statusOf(image)).toBe('AVAILABLE')
    expect((await publish('With a photo', content)).status).toBe(201)
    const [stored] = await sandbox.objects('linkedin')
    expect(stored).toMatchObject({ text: 'With a photo', media: [{ id: image, alt_text: 'A cup' }] })
  })

  it('refuses an image that was never uploaded or is not an image', async () => {
    const { image } = await initialize()
    expect(await statusOf(image)).toBe('WAITING_UPLOAD')
    expect(await refusal(publish('x', { media: { id: image } }))).toEqual([400, 'MEDIA_ASSET_WAITING_UPLOAD'])
    const broken = await upload(Buffer.from('no picture'))
    sandbox.passTime(500)
    expect(await refusal(publish('x', { media: { id: broken.image } }))).toEqual([
      400,
      'MEDIA_ASSET_PROCESSING_FAILED',
    ])
  })

  it('cuts the text on the feed at a character that should have been escaped', async () => {
    await publish('Read this (please)')
    const [stored] = await sandbox.objects('linkedin')
    expect(stored?.text).toBe('Read this ')
  })

  it('refuses a repeat within ten minutes as a duplicate and names the earlier post', async () => {
    const first = (await publish('Once is enough')).headers.get('x-restli-id')
    const repeat = await publish('Once is enough')
    expect(repeat.status).toBe(422)
    expect(((await repeat.json()) as Json).message).toBe(`Content is a duplicate of ${first}`)
    sandbox.passTime(11 * 60_000)
    expect((await publish('Once is enough')).status).toBe(201)
  })

  it.each([
    [{ 'linkedin-version': '' }, 400, 'VERSION_MISSING'],
    [{ 'linkedin-version': '202301' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '299901' }, 426, 'NONEXISTENT_VERSION'],
    [{ 'linkedin-version': '202609', 'x-restli-protocol-version': '1.0.0' }, 400, 'ILLEGAL_ARGUMENT'],
  ])('checks the headers of every call: %j', async (changed, status, code) => {
    const sent = {
      authorization: `Bearer ${account.token}`,
      'x-restli-protocol-version': '2.0.0',
      ...changed,
    }
    const headers = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''))
    const url = `${sandbox.url()}/linkedin/rest/posts?q=author&author=${encodeURIComponent(owner)}`
    expect(await refusal(fetch(url, { headers }))).toEqual([status, code])
  })

  it('requires percent-encoded URNs in paths', async () => {
    expect((await call('GET', '/rest/posts/urn:li:share:7000000000000000000')).status).toBe(400)
  })

  it('refuses an unknown token and posting for another organization', async () => {
    const stranger = { ...account, token: 'AQXnope' }
    const unknown = await linkedin(sandbox, stranger, 'POST', '/rest/posts', linkedinPost(account, 'x'))
    expect([unknown.status, ((await unknown.json()) as Json).serviceErrorCode]).toEqual([401, 65600])
    const other = await sandbox.account('linkedin', 'Northwind Outdoors')
    expect(await refusal(call('POST', '/rest/posts', linkedinPost(other, 'x')))).toEqual([
      403,
      'ACCESS_DENIED',
    ])
  })

  it('requires a title for an article', async () => {
    const source = 'https://harbor.example/story'
    expect(await refusal(publish('Read', { article: { source } }))).toEqual([400, 'MISSING_FIELD'])
    expect((await publish('Read', { article: { source, title: 'The story' } })).status).toBe(201)
  })

  it('refuses a commentary over 3000 characters', async () => {
    expect(await refusal(publish('a'.repeat(3001)))).toEqual([400, 'FIELD_LENGTH_TOO_LONG'])
  })

  it('stores a comment as plain text and allows a post to be deleted repeatedly', async () => {
    const urn = (await publish('To be discussed')).headers.get('x-restli-id') ?? ''
    const path = `/rest/socialActions/${encodeURIComponent(urn)}/comments`
    const body = { actor: owner, object: urn, message: { text: 'Plain (text)' } }
    const created = await call('POST', path, body)
    expect([created.status, created.headers.get('x-restli-id')]).toEqual([
      201,
      expect.stringMatching(/^\d+$/),
    ])
    const list = await (await call('GET', `${path}?start=0&count=10`)).json()
    expect(list).toMatchObject({ elements: [{ message: { text: 'Plain (text)' } }], paging: { total: 1 } })
    const post = `/rest/posts/${encodeURIComponent(urn)}`
    expect([(await call('DELETE', post)).status, (await call('DELETE', post)).status]).toEqual([204, 204])
    expect((await call('GET', post)).status).toBe(404)
  })

  it('refuses a comment whose object is not the post in the path', async () => {
    const urn = (await publish('The one')).headers.get('x-restli-id') ?? ''
    const path = `/rest/socialActions/${encodeURIComponent(urn)}/comments`
    const body = { actor: owner, message: { text: 'To whom?' } }
    expect(await refusal(call('POST', path, body))).toEqual([400, 'INVALID_VALUE_FOR_FIELD'])
    const other = { ...body, object: 'urn:li:share:7000000000000000001' }
    expect(await refusal(call('POST', path, other))).toEqual([400, 'INVALID_VALUE_FOR_FIELD'])
  })

  it('requires the brackets of lists and intervals to be unencoded', async () => {
    const { external_id: id } = account
    expect((await call('GET', `/rest/organizations?ids=List(${id})`)).status).toBe(200)
    expect((await call('GET', `/rest/organizations?ids=List%28${id}%29`)).status).toBe(400)
    const finder = `/rest/organizationPageStatistics?q=organization&organization=${encodeURIComponent(owner)}`
    const day = Math.floor(Date.now() / 86_400_000) * 86_400_000
    const interval = `(timeRange:(start:${day - 5 * 86_400_000},end:${day}),timeGranularityType:DAY)`
    expect((await call('GET', `${finder}&timeIntervals=${interval}`)).status).toBe(200)
    const encoded = encodeURIComponent(interval).replaceAll('(', '%28').replaceAll(')', '%29')
    expect((await call('GET', `${finder}&timeIntervals=${encoded}`)).status).toBe(400)
  })

  it('fails reads of its posts, but not of its images, while reading back is down', async () => {
    await sandbox.addFault({ network: 'linkedin', fault: 'readback_down' })
    const { image } = await initialize()
    expect(await statusOf(image)).toBe('WAITING_UPLOAD')
    const finder = `/rest/posts?q=author&author=${encodeURIComponent(owner)}`
    expect((await call('GET', finder)).status).toBe(500)
    expect((await call('GET', finder)).status).toBe(200)
  })
})

describe('LinkedIn’s limits of a day', () => {
  it.each([
    ['linkedin_member_posts', 150, true],
    ['linkedin_app_posts', 100_000, false],
  ] as const)('allow %s of %i until midnight UTC', async (limit, most, isOfMember) => {
    await sandbox.usedToday({
      limit,
      ...(isOfMember && { subject: account.external_id }),
      used: most - 1,
    })
    expect((await publish(`The last ${limit}`)).status).toBe(201)
    const refused = await publish(`One more ${limit}`)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, null])
    sandbox.passTime(24 * 3_600_000)
    expect((await publish(`One more ${limit}`)).status).toBe(201)
  })
})
