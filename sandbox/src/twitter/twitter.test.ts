import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCredentials } from '../platform/app-credentials.ts'
import { type TwitterCall, twitter, twitterAuthorization } from '../testing/clients.ts'
import { type DemoAccount, picture, startTestSandbox, type TestSandbox } from '../testing/start.ts'
import { sign } from './signature.ts'

let sandbox: TestSandbox
let account: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('twitter')
})
afterAll(() => sandbox.stop())

type Tweet = {
  id: string
  text: string
  entities?: { urls: { url: string; expanded_url: string }[] }
  attachments?: { media_keys: string[] }
}

const call = (request: TwitterCall) => twitter(sandbox, account, request)
const publish = (body: Record<string, unknown>) => call({ method: 'POST', path: '/2/tweets', body })
const data = async <T>(response: Promise<Response>) => ((await (await response).json()) as { data: T }).data

async function upload() {
  const body = new FormData()
  body.set('media', new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' }), 'photo.jpg')
  body.set('media_category', 'tweet_image')
  return data<{ id: string; media_key: string }>(call({ method: 'POST', path: '/2/media/upload', body }))
}

const timeline = (query: Record<string, string> = {}) =>
  call({
    method: 'GET',
    path: `/2/users/${account.external_id}/tweets`,
    query: { max_results: '10', 'tweet.fields': 'created_at,entities,attachments', ...query },
  })

describe('A user of X', () => {
  it('can read its own profile with a signed request', async () => {
    expect(await data(call({ method: 'GET', path: '/2/users/me' }))).toEqual({
      id: account.external_id,
      name: 'Harbor Coffee Roasters',
      username: 'harborcoffee',
    })
  })

  it('publishes a text and gets it back with the link shortened and entities escaped', async () => {
    const created = await publish({ text: 'Tea & coffee: https://www.harborcoffee.com/menu?a=1&b=2' })
    expect(created.status).toBe(201)
    expect(created.headers.get('x-rate-limit-limit')).toBe('100')
    const { data: post } = (await created.json()) as { data: Tweet }
    expect(post.text).toMatch(/^Tea &amp; coffee: https:\/\/t\.co\/\w{10}$/)
    expect(post.id).toMatch(/^\d{19}$/)
    const [newest] = await data<Tweet[]>(
      timeline({ start_time: new Date(Date.now() - 60_000).toISOString() }),
    )
    expect(newest?.id).toBe(post.id)
    expect(newest?.entities?.urls[0]?.expanded_url).toBe('https://www.harborcoffee.com/menu?a=1&b=2')
    const page = await fetch(`${sandbox.url()}/x/harborcoffee/status/${post.id}`)
    expect(await page.text()).toContain('Tea &amp; coffee')
  })

  it('publishes a photo with its alt text', async () => {
    const media = await upload()
    const metadata = { id: media.id, metadata: { alt_text: { text: 'A cup' } } }
    expect((await call({ method: 'POST', path: '/2/media/metadata', body: metadata })).status).toBe(200)
    const { id } = await data<Tweet>(publish({ text: 'With a photo', media: { media_ids: [media.id] } }))
    const [newest] = await data<Tweet[]>(timeline())
    expect(newest).toMatchObject({ id, attachments: { media_keys: [media.media_key] } })
    const [stored] = await sandbox.objects('twitter')
    expect(stored?.media).toMatchObject([{ id: media.id, alt_text: 'A cup' }])
  })

  it('cannot post another user’s media', async () => {
    const media = await upload()
    const other = await sandbox.account('twitter', 'Northwind Outdoors')
    const body = { text: 'Borrowed', media: { media_ids: [media.id] } }
    const answer = await twitter(sandbox, other, { method: 'POST', path: '/2/tweets', body })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Your media IDs are invalid.')
  })

  it.each([
    ['280 letters', 'a'.repeat(280), 201],
    ['281 letters', 'a'.repeat(281), 400],
    ['140 characters that count double', '咖'.repeat(140), 201],
    ['141 characters that count double', '咖'.repeat(141), 400],
    ['a long link that counts 23', `${'b'.repeat(256)} https://harborcoffee.com/${'c'.repeat(200)}`, 201],
  ])('is limited to 280 weighted characters: %s', async (_what, text, status) => {
    expect((await publish({ text })).status).toBe(status)
  })

  it.each(['\uFEFF', '\uFFFE', '\uFFFF'])('cannot post a text with the character %j', async character => {
    const answer = await publish({ text: `Fresh${character} beans` })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('Tweet text contains invalid characters.')
  })

  it('cannot post the same text twice', async () => {
    await publish({ text: 'Once' })
    const again = await publish({ text: 'Once' })
    expect(again.status).toBe(403)
    expect(await again.json()).toMatchObject({
      detail: 'You are not allowed to create a Tweet with duplicate content.',
    })
  })

  it('can reply to its own post, and the reply is listed as a comment', async () => {
    const { id } = await data<Tweet>(publish({ text: 'To be replied to' }))
    await publish({ text: 'First!', reply: { in_reply_to_tweet_id: id } })
    const stored = await sandbox.objects('twitter')
    expect(stored.find(post => post.id === id)?.comments).toMatchObject([{ text: 'First!' }])
  })

  it('can delete a post, which is then not found', async () => {
    const { id } = await data<Tweet>(publish({ text: 'Short life' }))
    expect(await data(call({ method: 'DELETE', path: `/2/tweets/${id}` }))).toEqual({ deleted: true })
    const gone = await (await call({ method: 'GET', path: `/2/tweets/${id}` })).json()
    expect(gone).toMatchObject({ errors: [{ title: 'Not Found Error', resource_id: id }] })
  })

  it('gets an error for invalid JSON', async () => {
    const url = `${sandbox.url()}/x/2/tweets`
    const authorization = twitterAuthorization(account, { method: 'POST', url, query: {} })
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await fetch(url, { method: 'POST', headers, body: '{"text":' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ title: 'Invalid Request' })
  })

  it('gets the remaining calls in headers and is stopped at the limit', async () => {
    const other = await sandbox.account('twitter', 'Northwind Outdoors')
    const me = () => twitter(sandbox, other, { method: 'GET', path: '/2/users/me' })
    const first = Number((await me()).headers.get('x-rate-limit-remaining'))
    for (let left = first; left > 0; left--) await me()
    expect((await me()).status).toBe(429)
    sandbox.passTime(16 * 60_000)
    expect((await me()).status).toBe(200)
  })

  it('shares 10,000 posts in 24 hours with all users of the app, which the headers count', async () => {
    await sandbox.usedToday({ limit: 'twitter_app_posts', used: 9_999 })
    const last = await publish({ text: 'The last one of the day' })
    expect([last.status, last.headers.get('x-app-limit-24hour-remaining')]).toEqual([201, '0'])
    const refused = await publish({ text: 'One more' })
    expect([refused.status, refused.headers.get('x-app-limit-24hour-limit')]).toEqual([429, '10000'])
    sandbox.passTime(24 * 3_600_000)
    expect((await publish({ text: 'One more' })).status).toBe(201)
  })

  it('cannot read its posts while reading back is down', async () => {
    await sandbox.addFault({ network: 'twitter', fault: 'readback_down' })
    expect((await timeline()).status).toBe(503)
    expect((await timeline()).status).toBe(200)
  })
})

describe('A request to X', () => {
  const path = '/x/2/users/me'
  const send = (authorization: string) => fetch(sandbox.url() + path, { headers: { authorization } })
  const signed = (changes: Record<string, string> = {}, by = account) => {
    const oauth_timestamp = String(Math.floor(sandbox.now() / 1000))
    const signable = { method: 'GET', url: sandbox.url() + path, query: {} }
    return twitterAuthorization(by, signable, { oauth_timestamp, ...changes })
  }

  it('is accepted once and refused when replayed', async () => {
    const authorization = signed()
    expect((await send(authorization)).status).toBe(200)
    expect((await send(authorization)).status).toBe(401)
  })

  const unsigned = () => ({
    oauth_consumer_key: appCredentials.twitter.consumer_key,
    oauth_nonce: randomBytes(16).toString('hex'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(sandbox.now() / 1000)),
    oauth_version: '1.0',
  })
  /** The parameters with their signature; without a token, as the app. */
  const signedForm = (method: string, own: Record<string, string>, secret = '') => {
    const parameters = Object.entries({ ...unsigned(), ...own })
    return (url: string) => {
      const { consumer_secret } = appCredentials.twitter
      const oauth_signature = sign({ method, url, parameters }, consumer_secret, secret)
      return new URLSearchParams([...parameters, ['oauth_signature', oauth_signature]])
    }
  }

  it('may have its OAuth parameters in the query', async () => {
    const url = sandbox.url() + path
    const own = { oauth_token: account.token, 'user.fields': 'username' }
    const query = signedForm('GET', own, account.token_secret)(url)
    expect((await fetch(`${url}?${query}`)).status).toBe(200)
    query.set('user.fields', 'name')
    expect((await fetch(`${url}?${query}`)).status).toBe(401)
  })

  it.each(['form', 'query'] as const)(
    'for a request token may have all its OAuth parameters in the %s',
    async place => {
      const url = `${sandbox.url()}/x/oauth/request_token`
      const own = { oauth_callback: 'http://127.0.0.1/back' }
      const parameters = signedForm('POST', own)(url)
      const answer =
        place === 'form'
          ? await fetch(url, { method: 'POST', body: parameters })
          : await fetch(`${url}?${parameters}`, { method: 'POST' })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain('oauth_callback_confirmed=true')
      const elsewhere = signedForm('POST', { oauth_callback: 'https://example.com/' })(url)
      expect((await fetch(url, { method: 'POST', body: elsewhere })).status).toBe(403)
    },
  )

  it('with a wrong signature is refused, and a header names the base string that the sandbox signed', async () => {
    const refused = await send(signed({}, { ...account, token_secret: 'wrong' }))
    expect(refused.status).toBe(401)
    expect(refused.headers.get('x-sandbox-reason')).toContain('GET&http')
  })

  it.each([
    ['an old timestamp', { oauth_timestamp: '1318622958' }],
    ['an unknown token', { oauth_token: '1-nobody' }],
    ['an unknown consumer', { oauth_consumer_key: 'somebody else' }],
  ])('with %s is refused', async (_what, changes) => {
    expect((await send(signed(changes))).status).toBe(401)
  })

  it('with a bearer token is refused', async () => {
    expect((await send(`Bearer ${account.token}`)).status).toBe(401)
  })
})
