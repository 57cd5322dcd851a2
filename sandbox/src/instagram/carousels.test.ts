import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { graph } from '../testing/clients.ts'
import {
  type DemoAccount,
  mediaFile,
  picture,
  servePicture,
  startTestSandbox,
  type TestSandbox,
} from '../testing/start.ts'

let sandbox: TestSandbox
let account: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('instagram')
})
afterEach(() => fetch(`${sandbox.url()}/sandbox/faults`, { method: 'DELETE' }))
afterAll(() => sandbox.stop())
// The clock is stopped, so that processing does not finish by itself on a slow machine.
let goOn: () => void
beforeEach(() => {
  goOn = sandbox.holdTime()
})
afterEach(() => goOn())

type Json = { [name: string]: unknown } & { id: string }
const call = async (method: string, path: string, params: Record<string, string> = {}) => {
  const reply = await graph(sandbox, method, path, { access_token: account.token, ...params })
  return { headers: reply.headers, body: (await reply.json()) as Json }
}
const refusal = async (requested: ReturnType<typeof call>) => {
  const { error } = (await requested).body as unknown as { error: { code: number; error_subcode?: number } }
  return [error.code, error.error_subcode]
}
const own = (edge: string) => `${account.external_id}/${edge}`

const create = async (bytes: Buffer, params: Record<string, string>) => {
  const source = await servePicture(bytes)
  const address = params.media_type === 'IMAGE' ? 'image_url' : 'video_url'
  const answer = await call('POST', own('media'), { [address]: source.url, ...params })
  source.close()
  return answer
}
const item = async () =>
  (await create(await picture(), { media_type: 'IMAGE', is_carousel_item: 'true' })).body.id
const video = (params: Record<string, string>) => create(mediaFile('landscape.mp4'), params)
const carousel = (children: string[]) =>
  call('POST', own('media'), { media_type: 'CAROUSEL', children: children.join(',') })
const statusOf = async (id: string) => (await call('GET', id, { fields: 'status_code,status' })).body

describe('A carousel on Instagram', () => {
  it('has two to ten items, all ready before it is created', async () => {
    const parts: string[] = []
    for (let count = 0; count < 11; count++) parts.push(await item())
    // The last one has just been created, however long the others took.
    expect(await refusal(carousel(parts.slice(-2)))).toEqual([9007, 2207027])
    sandbox.passTime(1_500)
    expect(await refusal(carousel(parts.slice(0, 1)))).toEqual([100, 2207028])
    expect(await refusal(carousel(parts))).toEqual([100, 2207028])
    expect((await carousel(parts.slice(0, 10))).body.id).toMatch(/^17\d+$/)
  })

  it('cannot be published before it is ready, and its items never on their own', async () => {
    const parts = [await item(), await item()]
    sandbox.passTime(1_500)
    const whole = (await carousel(parts)).body.id
    expect(await refusal(call('POST', own('media_publish'), { creation_id: whole }))).toEqual([9007, 2207027])
    expect(await refusal(call('POST', own('media_publish'), { creation_id: parts[0] ?? '' }))).toEqual([
      24, 2207006,
    ])
    sandbox.passTime(1_000)
    const { id } = (await call('POST', own('media_publish'), { creation_id: whole })).body
    const { body } = await call('GET', id, { fields: 'media_type,children{media_type,media_url}' })
    expect(body).toMatchObject({
      media_type: 'CAROUSEL_ALBUM',
      children: { data: [{ media_type: 'IMAGE' }, {}] },
    })
  })

  it('refuses containers that are not carousel items', async () => {
    const whole = (await create(await picture(), { media_type: 'IMAGE' })).body.id
    sandbox.passTime(1_500)
    expect(await refusal(carousel([whole, await item()]))).toEqual([24, 2207006])
  })
})

describe('A video on Instagram', () => {
  it('takes longer than a photo and becomes a reel with a thumbnail', async () => {
    const { id } = (await video({ media_type: 'REELS', caption: 'Moving' })).body
    sandbox.passTime(1_500)
    expect(await statusOf(id)).toMatchObject({ status_code: 'IN_PROGRESS' })
    sandbox.passTime(1_000)
    const published = (await call('POST', own('media_publish'), { creation_id: id })).body.id
    const { body } = await call('GET', published, { fields: 'media_product_type,media_url,thumbnail_url' })
    expect(body).toMatchObject({ media_product_type: 'REELS', media_url: expect.stringMatching(/mp4$/) })
    expect((await fetch(String(body.thumbnail_url))).status).toBe(200)
  })

  it('is refused at once when the URL has no video', async () => {
    expect(await refusal(create(await picture(), { media_type: 'REELS' }))).toEqual([9004, 2207052])
  })

  it('reports failed processing in its status and is never published', async () => {
    await sandbox.addFault({ network: 'instagram', fault: 'processing_failed' })
    const { id } = (await video({ media_type: 'REELS' })).body
    sandbox.passTime(2_500)
    expect(await statusOf(id)).toMatchObject({
      status_code: 'ERROR',
      status: expect.stringContaining('2207026'),
    })
    expect(await refusal(call('POST', own('media_publish'), { creation_id: id }))).toEqual([9007, 2207027])
  })

  it('stays in progress while a fault keeps processing from finishing', async () => {
    await sandbox.addFault({ network: 'instagram', fault: 'processing_forever' })
    const { id } = (await video({ media_type: 'REELS' })).body
    sandbox.passTime(3_600_000)
    expect(await statusOf(id)).toMatchObject({ status_code: 'IN_PROGRESS' })
  })
})

describe('An Instagram story', () => {
  it('is listed for a day, is not in the grid, and refuses comments', async () => {
    const source = await servePicture(await picture(1080, 1920))
    const { id } = (await call('POST', own('media'), { media_type: 'STORIES', image_url: source.url })).body
    source.close()
    sandbox.passTime(1_500)
    const story = (await call('POST', own('media_publish'), { creation_id: id })).body.id
    expect((await call('GET', own('stories'))).body.data).toEqual([{ id: story }])
    expect((await call('GET', own('media'), { limit: '100' })).body.data).not.toContainEqual({ id: story })
    expect(await refusal(call('POST', `${story}/comments`, { message: 'Nice' }))).toEqual([100, undefined])
    sandbox.passTime(24 * 3_600_000)
    expect((await call('GET', own('stories'))).body.data).toEqual([])
    expect(await refusal(call('GET', `${story}/insights`, { metric: 'reach' }))).toEqual([10, undefined])
  })
})

describe('Instagram’s limits', () => {
  it('allow 400 containers in 24 hours', async () => {
    sandbox.passTime(25 * 3_600_000)
    await sandbox.usedToday({ limit: 'instagram_containers', subject: account.external_id, used: 399 })
    await item()
    expect(await refusal(video({ media_type: 'REELS' }))).toEqual([4, 2207068])
    sandbox.passTime(25 * 3_600_000)
    expect(await item()).toMatch(/^17/)
  })

  it('are reported in the usage headers of every response', async () => {
    const { headers } = await call('GET', account.external_id, { fields: 'username' })
    const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '{}')
    expect(usage[account.external_id]).toMatchObject([{ type: 'instagram' }])
  })
})

describe('Instagram’s insights', () => {
  const ask = (params: Record<string, string>) => call('GET', own('insights'), { period: 'day', ...params })
  const days = (count: number) => {
    const until = Math.floor(sandbox.now() / 1000)
    return { since: String(until - count * 86_400), until: String(until) }
  }

  it('fail as a whole for one bad name and list the valid ones', async () => {
    const { body } = await ask({ metric: 'reach,impressions', ...days(3) })
    expect(JSON.stringify(body)).toContain('metric[1] must be one of the following values: reach,')
  })

  it('cover at most thirty days', async () => {
    expect(await refusal(ask({ metric: 'reach', ...days(40) }))).toEqual([100, undefined])
    expect((await ask({ metric: 'reach', ...days(30) })).body.data).toHaveLength(1)
  })

  it('give the newer metrics as totals only', async () => {
    expect(await refusal(ask({ metric: 'views', ...days(2) }))).toEqual([100, undefined])
    const { body } = await ask({ metric: 'views', metric_type: 'total_value', ...days(2) })
    expect(body.data).toMatchObject([{ name: 'views', total_value: { value: expect.any(Number) } }])
  })

  it('end each day at midnight Pacific time', async () => {
    const { body } = await ask({ metric: 'reach', ...days(5) })
    const [{ values }] = body.data as [{ values: { end_time: string }[] }]
    expect(values).toHaveLength(5)
    for (const { end_time: end } of values) expect(end).toMatch(/T0[78]:00:00\+0000$/)
  })
})
