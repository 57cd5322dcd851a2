import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { twitter } from '../testing/clients.ts'
import { type DemoAccount, mediaFile, picture, startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
let account: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('twitter')
})
afterAll(() => sandbox.stop())

const call = (method: string, path: string, more: Record<string, unknown> = {}, by = account) =>
  twitter(sandbox, by, { method, path: `/2/${path}`, ...more })
const json = async (response: Promise<Response>) =>
  (await (await response).json()) as { data: { id: string; media_key: string; processing_info?: object } }

const begin = async (size: number, category = 'tweet_video') => {
  const body = { media_type: 'video/mp4', media_category: category, total_bytes: size }
  return (await json(call('POST', 'media/upload/initialize', { body }))).data
}
const append = (id: string, index: number, bytes: Buffer, by = account) => {
  const body = new FormData()
  body.set('segment_index', String(index))
  body.set('media', new Blob([new Uint8Array(bytes)]))
  return call('POST', `media/upload/${id}/append`, { body }, by)
}
const finalize = (id: string, by = account) => call('POST', `media/upload/${id}/finalize`, {}, by)
const status = (id: string) => call('GET', 'media/upload', { query: { command: 'STATUS', media_id: id } })
const upload = async (bytes: Buffer, category = 'tweet_video') => {
  const { id } = await begin(bytes.length, category)
  await append(id, 0, bytes)
  await finalize(id)
  sandbox.passTime(2_000)
  return id
}
const post = (text: string, ids: string[]) =>
  call('POST', 'tweets', { body: { text, media: { media_ids: ids } } })

describe('A chunked video upload', () => {
  const bytes = mediaFile('landscape.mp4')
  const half = Math.ceil(bytes.length / 2)

  it('is assembled by segment index, in whatever order the segments arrive', async () => {
    const { id, media_key } = await begin(bytes.length)
    expect(media_key).toBe(`7_${id}`)
    expect((await append(id, 1, bytes.subarray(half))).status).toBe(200)
    expect((await append(id, 0, bytes.subarray(0, half))).status).toBe(200)
    const goOn = sandbox.holdTime()
    const done = await json(finalize(id))
    expect(done.data.processing_info).toMatchObject({ state: 'pending', check_after_secs: 1 })
    expect((await post('Too early', [id])).status).toBe(400)
    sandbox.passTime(600)
    expect((await json(status(id))).data.processing_info).toMatchObject({ state: 'in_progress' })
    goOn()
    sandbox.passTime(2_000)
    expect((await json(status(id))).data.processing_info).toMatchObject({ state: 'succeeded' })
    expect((await post('In time', [id])).status).toBe(201)
  })

  it.each([
    ['a segment is missing', [1]],
    ['bytes are missing', [0]],
  ])('cannot be finalized while %s', async (_name, indexes) => {
    const { id } = await begin(bytes.length)
    for (const index of indexes) await append(id, index, bytes.subarray(0, half))
    expect((await finalize(id)).status).toBe(400)
  })

  it('cannot be appended to, finalized or read by another user', async () => {
    const other = await sandbox.account('twitter', 'Northwind Outdoors')
    const { id } = await begin(bytes.length)
    expect((await append(id, 0, bytes, other)).status).toBe(400)
    await append(id, 0, bytes)
    expect((await finalize(id, other)).status).toBe(400)
  })

  it('is refused with 413 in segments of more than 5 MB', async () => {
    const { id } = await begin(6_000_000)
    expect((await append(id, 0, Buffer.alloc(5_000_001))).status).toBe(413)
  })

  it('fails in processing when the file is not a video', async () => {
    const id = await upload(Buffer.from('no video at all'))
    expect((await json(status(id))).data.processing_info).toMatchObject({
      state: 'failed',
      error: { name: 'InvalidMedia' },
    })
    expect((await post('Nothing', [id])).status).toBe(400)
  })
})

/** The same pictures and sounds at another speed. */
const slowed = (bytes: Buffer, times: number): Buffer => {
  const slow = Buffer.from(bytes)
  for (let at = slow.indexOf('mdhd'); at > 0; at = slow.indexOf('mdhd', at + 4)) {
    const place = at + 4 + (slow.readUInt8(at + 4) === 1 ? 20 : 12)
    slow.writeUInt32BE(Math.round(slow.readUInt32BE(place) / times), place)
  }
  return slow
}

describe('A video of more than 140 seconds', () => {
  it('is taken as an upload, and refused with 403 when it is posted', async () => {
    const id = await upload(slowed(mediaFile('landscape.mp4'), 40))
    expect((await json(status(id))).data.processing_info).toMatchObject({ state: 'succeeded' })
    const refused = await post('Too long for this user', [id])
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { detail: 'User video duration exceeded' },
    ])
  })

  it('of more than 20 minutes fails in processing', async () => {
    const id = await upload(slowed(mediaFile('landscape.mp4'), 400))
    expect((await json(status(id))).data.processing_info).toMatchObject({ state: 'failed' })
  })
})

describe('A GIF', () => {
  const animation = (side: number, frames: number) => {
    // Frames that are alike would be stored as one.
    const pixels = Uint8Array.from({ length: side * side * frames }, (_, index) => {
      const frame = Math.floor(index / (side * side))
      return index % (side * side) < frame % (side * side) ? 255 : (frame % 2) * 90
    })
    const raw = { width: side, height: side * frames, channels: 1 as const, pageHeight: side }
    return sharp(pixels, { raw }).gif({ effort: 1 }).toBuffer()
  }

  it.each([
    ['of 350 frames', 4, 350, 'succeeded'],
    ['of 351 frames', 4, 351, 'failed'],
    ['higher than 1080 pixels', 1084, 1, 'failed'],
  ])('%s: its processing', async (_name, side, frames, state) => {
    const id = await upload(await animation(side, frames), 'tweet_gif')
    expect((await json(status(id))).data.processing_info).toMatchObject({ state })
  })
})

describe('The media of a post', () => {
  it('can be four photos, one GIF or one video', async () => {
    const video = await upload(mediaFile('landscape.mp4'))
    const gif = await upload(mediaFile('moving.gif'), 'tweet_gif')
    const photo = await upload(await picture(), 'tweet_image')
    for (const ids of [
      [video, photo],
      [gif, photo],
      [video, gif],
      [gif, gif],
    ])
      expect((await post('Mixed', ids)).status).toBe(400)
    for (const ids of [[video], [gif], [photo]]) expect((await post('One kind', ids)).status).toBe(201)
  })

  it('have no processing status if they need no processing', async () => {
    const photo = await upload(await picture(), 'tweet_image')
    const answer = await status(photo)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('BadRequest: Not found')
  })
})

describe('Reading from X', () => {
  it('finds users by name, in pages, and refuses queries that do not match the pattern', async () => {
    const search = (query: Record<string, string>) => call('GET', 'users/search', { query })
    const first = (await (await search({ query: 'harbor', max_results: '2' })).json()) as {
      data: { username: string }[]
      meta: { next_token: string }
    }
    expect(first.data.map(({ username }) => username)).toEqual(['harborcoffee', 'harbormarket'])
    const rest = await search({ query: 'harbor', next_token: first.meta.next_token, max_results: '2' })
    expect(await rest.json()).toMatchObject({ data: [{ username: 'harborlights' }] })
    expect((await search({ query: 'café' })).status).toBe(400)
    expect(await (await search({ query: 'nobody' })).json()).toEqual({ meta: { result_count: 0 } })
  })

  it('looks up a user by name regardless of case', async () => {
    const found = await call('GET', 'users/by/username/HarborCoffee')
    expect(await found.json()).toMatchObject({ data: { id: account.external_id } })
    expect(await (await call('GET', 'users/by/username/nobody')).json()).toMatchObject({
      errors: [{ title: 'Not Found Error' }],
    })
  })

  it('sums a post’s metrics between two times and names an unknown metric', async () => {
    const created = await json(call('POST', 'tweets', { body: { text: 'Counted' } }))
    sandbox.passTime(3_600_000)
    const query = {
      ids: created.data.id,
      granularity: 'total',
      'analytics.fields': 'likes,quote_tweets',
      start_time: new Date(sandbox.now() - 7_200_000).toISOString(),
      end_time: new Date(sandbox.now()).toISOString(),
    }
    const answer = await json(call('GET', 'tweets/analytics', { query }))
    expect(answer).toMatchObject({
      data: [{ timestamped_metrics: [{ metrics: { likes: expect.any(Number) } }] }],
    })
    await sandbox.addFault({ network: 'twitter', fault: 'metric_dead' })
    expect((await call('GET', 'tweets/analytics', { query })).status).toBe(400)
  })
})

describe('Access to X', () => {
  it('ends when the app invalidates its token', async () => {
    const ended = await call('POST', '../1.1/oauth/invalidate_token.json')
    expect(await ended.json()).toEqual({ access_token: account.token })
    expect((await call('GET', 'users/me')).status).toBe(401)
  })

  it('is granted on a page that works only once', async () => {
    const page = await fetch(`${sandbox.url()}/x/oauth/authenticate?oauth_token=unknown`)
    expect(await page.text()).toContain('The request token for this page is invalid')
  })
})
