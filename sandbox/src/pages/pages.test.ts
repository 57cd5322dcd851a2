import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCredentials } from '../platform/app-credentials.ts'
import { graph, twitter } from '../testing/clients.ts'
import { mediaFile, picture, startTestSandbox, type TestSandbox } from '../testing/start.ts'
import { consentPage } from './consent.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

const pageOf = async (path: string) => (await fetch(sandbox.url() + path)).text()

describe('The start page', () => {
  it('tells a newcomer how to connect an account and whom to log in as', async () => {
    const page = await pageOf('/')
    expect(page).toContain('Social accounts')
    expect(page).toMatch(/continue as <strong>Dana Reed<\/strong>/)
    expect(page).toContain('Administers Harbor Coffee Roasters, Northwind Outdoors, Juniper Bakery.')
    expect(page).toContain('Noah Blank')
  })
})

describe('The fault panel', () => {
  it('groups faults by the calls they affect', async () => {
    const page = await pageOf('/faults')
    const groups = [...page.matchAll(/<legend>([^<]+)<\/legend>/g)].map(([, words]) => words)
    expect(groups).toContain('Uploading photos and videos')
    expect(groups).toHaveLength(10)
    expect(page.match(/type="radio"/g)).toHaveLength(24)
  })

  it('adds a fault for one account of a network', async () => {
    const { external_id: account } = await sandbox.account('twitter')
    const form = { where: `twitter/${account}`, fault: 'comment_refused', times: '2' }
    const body = new URLSearchParams({ ...form, delay_ms: '', retry_after: '' })
    const page = await (await fetch(`${sandbox.url()}/faults`, { method: 'POST', body })).text()
    expect(page).toContain('Twitter, Harbor Coffee Roasters · 2 of 2 left · used 0 times')
    expect(await sandbox.get('/sandbox/faults')).toMatchObject([{ network: 'twitter', account, times: 2 }])
  })
})

describe('The style sheet', () => {
  it('has fonts for emoji, which posts contain', async () => {
    const [, sheet = ''] = (await pageOf('/')).match(/<link rel="stylesheet" href="([^"]+)"/) ?? []
    expect(await pageOf(sheet)).toMatch(/--font:[^;]*"Noto Color Emoji"/)
  })
})

describe('A video on a public page', () => {
  it('is played and served in the byte ranges that a browser asks for', async () => {
    const account = await sandbox.account('twitter')
    const bytes = mediaFile('landscape.mp4')
    const call = (path: string, body: Record<string, unknown> | FormData) =>
      twitter(sandbox, account, { method: 'POST', path: `/2/${path}`, body })
    const begun = { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: bytes.length }
    const started = (await (await call('media/upload/initialize', begun)).json()) as { data: { id: string } }
    const segment = new FormData()
    segment.set('segment_index', '0')
    segment.set('media', new Blob([new Uint8Array(bytes)]))
    await call(`media/upload/${started.data.id}/append`, segment)
    await call(`media/upload/${started.data.id}/finalize`, {})
    sandbox.passTime(2_000)
    await call('tweets', { text: 'How we roast', media: { media_ids: [started.data.id] } })
    const page = await pageOf(`/feeds/twitter/${account.external_id}`)
    const file = page.match(/<video src="([^"]+)"/)?.[1] ?? ''
    const part = await fetch(sandbox.url() + file, { headers: { range: 'bytes=4-7' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 4-7/${bytes.length}`])
    expect(await part.text()).toBe('ftyp')
    const end = await fetch(sandbox.url() + file, { headers: { range: 'bytes=-8' } })
    expect((await end.arrayBuffer()).byteLength).toBe(8)
  })
})

describe('A consent page', () => {
  const request = {
    network: 'linkedin',
    action: '/linkedin/oauth/v2/authorization',
    hidden: { state: 'a"b' },
    permissions: ['Publish posts'],
    cancel: 'Cancel',
  } as const

  it('says which app asks for what and lets the person choose an identity', () => {
    const dana = { id: '1', name: 'Dana Reed', about: 'dana.reed@example.com' }
    const page = consentPage({ ...request, identities: [dana] })
    expect(page).toContain('<strong>Galley</strong> asks for access to your LinkedIn account.')
    expect(page).toContain('<li>Publish posts</li>')
    expect(page).toContain('name="person" value="1"')
    expect(page).toContain('>DR</span>')
    expect(page).toContain('value="a&quot;b"')
    expect(page).not.toContain(appCredentials.linkedin.client_secret)
  })
})

describe('A story', () => {
  it('is shown above the feed until it expires', async () => {
    const page = await sandbox.account('facebook')
    const token = page.token
    const upload = new FormData()
    upload.set('access_token', token)
    upload.set('published', 'false')
    upload.set('source', new Blob([new Uint8Array(await picture(1080, 1920))]), 'story.jpg')
    const photos = `${sandbox.url()}/graph/v25.0/${page.external_id}/photos`
    const photo = (await (await fetch(photos, { method: 'POST', body: upload })).json()) as { id: string }
    const story = { photo_id: photo.id, access_token: token }
    await graph(sandbox, 'POST', `${page.external_id}/photo_stories`, story)
    const feed = `/feeds/facebook/${page.external_id}`
    const during = await pageOf(feed)
    expect(during).toContain('<h2 id="stories">Stories</h2>')
    expect(during).toContain('No posts yet.')
    const link = during.match(/class="story" href="([^"]+)"/)?.[1] ?? ''
    expect(await pageOf(link)).toContain('Story, until')
    sandbox.passTime(25 * 3_600_000)
    expect(await pageOf(feed)).not.toContain('id="stories"')
    expect(await pageOf(link)).toContain('This story has expired.')
  })
})
