import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { graph, readyContainer } from '../testing/clients.ts'
import {
  type DemoAccount,
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
afterAll(() => sandbox.stop())

type Refusal = { error: { code: number; error_subcode?: number } }

const call = (method: string, path: string, params: Record<string, string> = {}) =>
  graph(sandbox, method, path, { access_token: account.token, ...params })
const read = async (response: Promise<Response>) =>
  (await response).json() as Promise<Record<string, unknown>>
const refusal = async (response: Promise<Response>) => {
  const { error } = (await (await response).json()) as Refusal
  return [error.code, error.error_subcode]
}

async function createContainer(bytes: Buffer, params: Record<string, string> = {}) {
  const source = await servePicture(bytes)
  const response = await call('POST', `${account.external_id}/media`, { image_url: source.url, ...params })
  source.close()
  return response
}

const publish = (container: string) =>
  call('POST', `${account.external_id}/media_publish`, { creation_id: container })
const statusOf = async (container: string) =>
  (await read(call('GET', container, { fields: 'status_code,status' }))).status_code

describe('An Instagram account', () => {
  it('turns a photo URL into a container and then into a post', async () => {
    const alt = { alt_text: 'A cup' }
    const goOn = sandbox.holdTime()
    const created = await createContainer(await picture(), { caption: 'Hello #coffee', ...alt })
    const { id } = (await created.json()) as { id: string }
    expect(await statusOf(id)).toBe('IN_PROGRESS')
    expect(await refusal(publish(id))).toEqual([9007, 2207027])
    goOn()
    sandbox.passTime(1500)
    expect(await statusOf(id)).toBe('FINISHED')
    const { id: media } = (await read(publish(id))) as { id: string }
    expect(await statusOf(id)).toBe('PUBLISHED')
    const fields = 'id,caption,media_type,permalink,media_url'
    const post = (await read(call('GET', media, { fields }))) as { permalink: string; media_url: string }
    expect(post).toMatchObject({ id: media, caption: 'Hello #coffee', media_type: 'IMAGE' })
    expect(await (await fetch(post.permalink)).text()).toContain('alt="A cup"')
    expect((await fetch(post.media_url)).status).toBe(200)
  })

  it('publishes a container only once', async () => {
    const container = await readyContainer(sandbox, account, 'Only once')
    expect((await publish(container)).status).toBe(200)
    expect(await refusal(publish(container))).toEqual([9007, 2207027])
    const stored = await sandbox.objects('instagram')
    expect(stored.filter(post => post.text === 'Only once')).toHaveLength(1)
  })

  it.each([
    ['a PNG', () => picture(800, 800, 'png'), [36001, 2207005]],
    ['an image that is too tall', () => picture(700, 1000), [36003, 2207009]],
    ['an image that is too wide', () => picture(2000, 1000), [36003, 2207009]],
    ['bytes that are not an image', async () => Buffer.from('hello'), [36001, 2207005]],
  ])('refuses %s', async (_what, bytes, expected) => {
    expect(await refusal(createContainer(await bytes()))).toEqual(expected)
  })

  it('accepts the recommended 1080×1350, which is exactly 4:5', async () => {
    expect((await createContainer(await picture(1080, 1350))).status).toBe(200)
  })

  it('refuses a URL that cannot be fetched', async () => {
    const params = { image_url: 'http://127.0.0.1:9/gone.jpg' }
    expect(await refusal(call('POST', `${account.external_id}/media`, params))).toEqual([9004, 2207052])
  })

  it.each([
    ['2201 characters', 'a'.repeat(2201)],
    ['31 hashtags', Array.from({ length: 31 }, (_, n) => `#tag${n}`).join(' ')],
    ['21 mentions', Array.from({ length: 21 }, (_, n) => `@user${n}`).join(' ')],
  ])('refuses a caption of %s', async (_what, caption) => {
    expect(await refusal(createContainer(await picture(), { caption }))).toEqual([36004, 2207010])
  })

  it('expires a container after a day', async () => {
    const container = await readyContainer(sandbox, account, 'Too late')
    sandbox.passTime(25 * 3_600_000)
    expect(await statusOf(container)).toBe('EXPIRED')
    expect(await refusal(publish(container))).toEqual([-2, 2207020])
  })

  it('refuses a container of another account', async () => {
    const container = await readyContainer(sandbox, account, 'Mine')
    const other = await sandbox.account('instagram', 'Northwind Outdoors')
    const params = { creation_id: container, access_token: other.token }
    expect(await refusal(graph(sandbox, 'POST', `${other.external_id}/media_publish`, params))).toEqual([
      24, 2207006,
    ])
  })

  it('lists its media newest first and counts them against the daily limit', async () => {
    for (const caption of ['Older', 'Newer']) await publish(await readyContainer(sandbox, account, caption))
    const { data } = (await read(
      call('GET', `${account.external_id}/media`, { fields: 'caption', limit: '2' }),
    )) as {
      data: { caption: string }[]
    }
    expect(data.map(post => post.caption)).toEqual(['Newer', 'Older'])
    const limit = await read(
      call('GET', `${account.external_id}/content_publishing_limit`, { fields: 'quota_usage,config' }),
    )
    expect(limit).toMatchObject({ data: [{ quota_usage: 2, config: { quota_total: 100 } }] })
  })

  it('stores a comment and returns it', async () => {
    const { id } = await read(publish(await readyContainer(sandbox, account, 'Say something')))
    const comment = await read(call('POST', `${id}/comments`, { message: '#first' }))
    const { data } = await read(call('GET', `${id}/comments`))
    expect(data).toMatchObject([{ id: comment.id, text: '#first' }])
  })

  it('refuses an unknown token', async () => {
    const response = graph(sandbox, 'GET', account.external_id, { access_token: 'nope' })
    expect(await refusal(response)).toEqual([190, undefined])
  })

  it('keeps the container status readable before the publish call but not after it while reading back is down', async () => {
    const container = await readyContainer(sandbox, account, 'In the dark')
    await sandbox.addFault({ network: 'instagram', fault: 'readback_down', times: null })
    expect(await statusOf(container)).toBe('FINISHED')
    await publish(container)
    expect(await refusal(call('GET', container, { fields: 'status_code' }))).toEqual([2, undefined])
    await fetch(`${sandbox.url()}/sandbox/faults`, { method: 'DELETE' })
    expect(await statusOf(container)).toBe('PUBLISHED')
  })
})
