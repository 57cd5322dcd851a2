import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appCredentials } from '../platform/app-credentials.ts'
import { graph } from '../testing/clients.ts'
import {
  type DemoAccount,
  picture,
  servePicture,
  startTestSandbox,
  type TestSandbox,
} from '../testing/start.ts'

let sandbox: TestSandbox
let page: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  page = await sandbox.account('facebook')
})
afterAll(() => sandbox.stop())

type GraphObject = { id: string; post_id: string; permalink_url: string; data: Record<string, unknown>[] }
type Refusal = { error: { message: string; code: number; error_subcode?: number; fbtrace_id: string } }

const call = (method: string, path: string, params: Record<string, string> = {}) =>
  graph(sandbox, method, path, { access_token: page.token, ...params })
const read = async (response: Promise<Response>) => (await response).json() as Promise<GraphObject>
const refusal = async (response: Promise<Response>) => {
  const answer = await response
  return { status: answer.status, ...((await answer.json()) as Refusal).error }
}

async function upload(params: Record<string, string> = {}) {
  const form = new FormData()
  form.set('source', new Blob([new Uint8Array(await picture())], { type: 'image/jpeg' }), 'photo.jpg')
  form.set('access_token', page.token)
  for (const [name, value] of Object.entries({ published: 'false', ...params })) form.set(name, value)
  return read(
    fetch(`${sandbox.url()}/graph/v25.0/${page.external_id}/photos`, { method: 'POST', body: form }),
  )
}

describe('A Facebook page', () => {
  it('publishes a text, returns its permalink and lists it', async () => {
    const { id } = await read(call('POST', `${page.external_id}/feed`, { message: 'Good morning' }))
    expect(id).toMatch(new RegExp(`^${page.external_id}_\\d{15,}$`))
    const { permalink_url: address } = await read(call('GET', id, { fields: 'permalink_url' }))
    expect(await (await fetch(address)).text()).toContain('Good morning')
    const since = String(Math.floor(Date.now() / 1000) - 60)
    const { data } = await read(
      call('GET', `${page.external_id}/published_posts`, { fields: 'id,message', since }),
    )
    expect(data[0]).toEqual({ id, message: 'Good morning' })
  })

  it.each([
    ['as a JSON list', (id: string) => ({ attached_media: JSON.stringify([{ media_fbid: id }]) })],
    ['form style', (id: string) => ({ 'attached_media[0]': JSON.stringify({ media_fbid: id }) })],
  ])('publishes an uploaded photo attached %s, and accepts it only once', async (_style, attach) => {
    const photo = await upload({ alt_text_custom: 'A cup' })
    const message = `With a photo ${photo.id}`
    const { id } = await read(call('POST', `${page.external_id}/feed`, { message, ...attach(photo.id) }))
    const post = await read(call('GET', id, { fields: 'attachments{target}' }))
    expect(post).toMatchObject({ attachments: { data: [{ target: { id: photo.id } }] } })
    const stored = (await sandbox.objects('facebook')).find(each => each.id === id)
    expect(stored?.media[0]?.alt_text).toBe('A cup')
    const again = call('POST', `${page.external_id}/feed`, { message: 'Again', ...attach(photo.id) })
    expect(await refusal(again)).toMatchObject({ status: 400, code: 100, error_subcode: 1366051 })
  })

  it('refuses unknown fields on every node and list, even where the response would be empty', async () => {
    const { id } = await read(call('POST', `${page.external_id}/feed`, { message: 'Asked for too much' }))
    const paths = {
      [page.external_id]: 'Page',
      [id]: 'PagePost',
      [`${page.external_id}/published_posts`]: 'PagePost',
      [`${id}/comments`]: 'Comment',
    }
    for (const [path, type] of Object.entries(paths))
      expect(await refusal(call('GET', path, { fields: 'id,nonsense' }))).toMatchObject({
        status: 400,
        code: 100,
        message: `(#100) Tried accessing nonexisting field (nonsense) on node type (${type})`,
      })
  })

  it('accepts each photo in one post only', async () => {
    const { id } = await upload({})
    const twice = JSON.stringify([{ media_fbid: id }, { media_fbid: id }])
    const posted = call('POST', `${page.external_id}/feed`, { message: 'Twice', attached_media: twice })
    expect(await refusal(posted)).toMatchObject({ status: 400, error_subcode: 1366051 })
  })

  it('publishes a photo in one call by fetching its URL', async () => {
    const source = await servePicture(await picture())
    const { id, post_id: postId } = await read(
      call('POST', `${page.external_id}/photos`, { url: source.url, message: 'By address' }),
    )
    source.close()
    expect(source.fetched).toEqual(['/photo.jpg'])
    const stored = (await sandbox.objects('facebook')).find(each => each.id === postId)
    expect(stored).toMatchObject({ text: 'By address', media: [{ id }] })
    const shown = await fetch(stored?.media[0]?.url ?? '')
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('refuses a file that is not an image', async () => {
    const form = new FormData()
    form.set('source', new Blob(['no picture at all']), 'photo.jpg')
    form.set('access_token', page.token)
    const url = `${sandbox.url()}/graph/v25.0/${page.external_id}/photos`
    expect(await refusal(fetch(url, { method: 'POST', body: form }))).toMatchObject({
      error_subcode: 1366046,
    })
  })

  it('answers an unknown token with an OAuth error and another page’s token with 403', async () => {
    const unknown = await graph(sandbox, 'GET', page.external_id, { access_token: 'EAAGnope' })
    expect(unknown.headers.get('www-authenticate')).toContain('invalid_token')
    expect(((await unknown.json()) as Refusal).error.code).toBe(190)
    expect(await refusal(graph(sandbox, 'GET', page.external_id, {}))).toMatchObject({ code: 104 })
    const { token } = await sandbox.account('facebook', 'Northwind Outdoors')
    const foreign = graph(sandbox, 'POST', `${page.external_id}/feed`, { message: 'x', access_token: token })
    expect(await refusal(foreign)).toMatchObject({ status: 403, code: 200 })
  })

  it('checks the app secret proof when one is sent', async () => {
    const proof = createHmac('sha256', appCredentials.facebook.app_secret).update(page.token).digest('hex')
    expect((await call('GET', page.external_id, { appsecret_proof: proof })).status).toBe(200)
    expect(await refusal(call('GET', page.external_id, { appsecret_proof: 'wrong' }))).toMatchObject({
      code: 100,
    })
  })

  it('refuses an empty post and the same text twice in a row', async () => {
    expect(await refusal(call('POST', `${page.external_id}/feed`))).toMatchObject({ code: 197 })
    await call('POST', `${page.external_id}/feed`, { message: 'Twice' })
    const again = call('POST', `${page.external_id}/feed`, { message: 'Twice' })
    expect(await refusal(again)).toMatchObject({ code: 506, message: '(#506) Duplicate status message' })
  })

  it('stores a comment, lists it, and deletes it together with the post', async () => {
    const { id } = await read(call('POST', `${page.external_id}/feed`, { message: 'To be commented' }))
    const comment = await read(call('POST', `${id}/comments`, { message: 'First' }))
    expect(comment.id.startsWith(`${id}_`)).toBe(true)
    const { data } = await read(call('GET', `${id}/comments`))
    expect(data).toMatchObject([{ id: comment.id, message: 'First', from: { id: page.external_id } }])
    expect(await (await call('DELETE', id)).json()).toEqual({ success: true })
    expect(await refusal(call('GET', id))).toMatchObject({ code: 100, error_subcode: 33 })
  })

  it('pages through its posts with cursors', async () => {
    for (const message of ['Page one', 'Page two', 'Page three']) {
      await call('POST', `${page.external_id}/feed`, { message })
    }
    const first = (await (
      await call('GET', `${page.external_id}/published_posts`, { fields: 'message', limit: '2' })
    ).json()) as { data: { message: string }[]; paging: { next: string } }
    expect(first.data.map(post => post.message)).toEqual(['Page three', 'Page two'])
    const second = (await (await fetch(first.paging.next)).json()) as { data: { message: string }[] }
    expect(second.data[0]?.message).toBe('Page one')
  })

  it('names the API version and usage in every answer, serving expired versions with the oldest supported one', async () => {
    const { headers } = await call('GET', page.external_id)
    expect(headers.get('facebook-api-version')).toBe('v25.0')
    expect(JSON.parse(headers.get('x-app-usage') ?? '')).toHaveProperty('call_count')
    const old = await fetch(`${sandbox.url()}/graph/v9.0/${page.external_id}?access_token=${page.token}`)
    expect([old.status, old.headers.get('facebook-api-version')]).toEqual([200, 'v21.0'])
  })

  it('fails reads of its posts, and only those, while reading back is down', async () => {
    await sandbox.addFault({ network: 'facebook', fault: 'readback_down', times: 1 })
    expect((await call('GET', page.external_id)).status).toBe(200)
    expect(await refusal(call('GET', `${page.external_id}/published_posts`))).toMatchObject({
      status: 500,
      code: 2,
    })
    expect((await call('GET', `${page.external_id}/published_posts`)).status).toBe(200)
  })
})
