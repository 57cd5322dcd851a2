import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
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
let page: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  page = await sandbox.account('facebook')
})
afterEach(() => fetch(`${sandbox.url()}/sandbox/faults`, { method: 'DELETE' }))
afterAll(() => sandbox.stop())

type Json = Record<string, unknown>
const ask = async (method: string, path: string, params: Record<string, string> = {}) => {
  const response = await graph(sandbox, method, path, { access_token: page.token, ...params })
  return (await response.json()) as Json & { id: string; error?: Json; data: Json[] }
}
const send = async (edge: string, params: Record<string, string>, files: Record<string, Buffer> = {}) => {
  const form = new FormData()
  const all = { access_token: page.token, ...params }
  for (const [name, value] of Object.entries(all)) form.set(name, value)
  for (const [name, bytes] of Object.entries(files)) form.set(name, new Blob([new Uint8Array(bytes)]), 'file')
  const url = `${sandbox.url()}/graph/v25.0/${page.external_id}/${edge}`
  return (await (await fetch(url, { method: 'POST', body: form })).json()) as Json & { error?: Json }
}
const stored = async (id: string) => (await sandbox.objects('facebook')).find(post => post.id === id)
const video = mediaFile('landscape.mp4')

/** The phases of a resumable upload up to the last chunk. */
const upload = async (bytes: Buffer) => {
  const started = await send('videos', { upload_phase: 'start', file_size: String(bytes.length) })
  const session = String(started.upload_session_id)
  const phase = { upload_phase: 'transfer', upload_session_id: session, start_offset: '0' }
  const sent = await send('videos', phase, { video_file_chunk: bytes })
  return { started, sent, session, id: String(started.video_id) }
}
const finish = (session: string, more: Record<string, string> = {}) =>
  send('videos', { upload_phase: 'finish', upload_session_id: session, ...more })

describe('Videos on a Facebook page', () => {
  it('are uploaded in phases, with offsets as strings, and are public once finished', async () => {
    const { started, sent, session, id } = await upload(video)
    const size = String(video.length)
    expect(started).toMatchObject({ start_offset: '0', end_offset: size })
    expect(sent).toEqual({ start_offset: size, end_offset: size })
    const goOn = sandbox.holdTime()
    expect(await finish(session, { description: 'Roasting', title: 'Roast' })).toEqual({ success: true })
    const processing = await ask('GET', id, { fields: 'status,published' })
    expect(processing).toMatchObject({ published: false, status: { video_status: 'processing' } })
    goOn()
    sandbox.passTime(1_500)
    const node = await ask('GET', id, { fields: 'status,post_id,permalink_url' })
    expect(node).toMatchObject({
      post_id: `${page.external_id}_${id}`,
      status: { video_status: 'ready', uploading_phase: { bytes_transfered: video.length } },
    })
    expect(await (await fetch(String(node.permalink_url))).text()).toContain('<video')
    const [newest] = (await ask('GET', `${page.external_id}/published_posts`, { fields: 'attachments' })).data
    expect(newest).toMatchObject({ attachments: { data: [{ media_type: 'video', target: { id } }] } })
  })

  it('refuse a chunk at the wrong offset, finishing too early and finishing twice', async () => {
    const begun = await send('videos', { upload_phase: 'start', file_size: String(video.length) })
    const session = String(begun.upload_session_id)
    const misplaced = { upload_phase: 'transfer', upload_session_id: session, start_offset: '5' }
    const answer = await send('videos', misplaced, { video_file_chunk: video.subarray(0, 99) })
    expect(answer.error).toMatchObject({ error_subcode: 1363037 })
    expect((await finish(session)).error).toMatchObject({ error_subcode: 1363045 })
    const whole = await upload(video)
    await finish(whole.session)
    expect((await finish(whole.session)).error).toMatchObject({ error_subcode: 1363041 })
  })

  it('stay unpublished only for a page that may advertise', async () => {
    const { session, id } = await upload(video)
    const refused = await finish(session, { published: 'false' })
    expect(refused.error).toMatchObject({ code: 200, message: expect.stringContaining('pages_manage_ads') })
    const direct = await send('videos', { published: 'false' }, { source: video })
    expect(direct.error).toMatchObject({ code: 200 })
    expect(await stored(`${page.external_id}_${id}`)).toBeUndefined()
  })

  it('do not go out where they are higher than wide, though every call succeeds', async () => {
    const { session, id } = await upload(mediaFile('portrait.mp4'))
    expect(await finish(session, { description: 'Upright' })).toEqual({ success: true })
    sandbox.passTime(3_600_000)
    const node = await ask('GET', id, { fields: 'status,published,post_id,permalink_url' })
    expect(node).toMatchObject({ published: false, status: { video_status: 'uploading' } })
    expect(node.permalink_url).toContain('/reel/')
    expect(node.post_id).toBeUndefined()
    expect(await stored(`${page.external_id}_${id}`)).toBeUndefined()
  })

  it('can be fetched from a URL or passed as an upload handle', async () => {
    const source = await servePicture(video)
    const { id } = await ask('POST', `${page.external_id}/videos`, { file_url: source.url })
    source.close()
    expect(await stored(`${page.external_id}_${id}`)).toMatchObject({ media: [{ kind: 'video' }] })
    const file = { file_name: 'a.mp4', file_length: String(video.length), file_type: 'video/mp4' }
    const opened = await ask('POST', '845120739664201/uploads', file)
    expect(opened.id).toMatch(/^upload:/)
    const headers = { authorization: `OAuth ${page.token}`, file_offset: '0' }
    const init = { method: 'POST', body: new Uint8Array(video) }
    const url = `${sandbox.url()}/graph/v25.0/${opened.id}`
    const type = { 'content-type': 'application/octet-stream' }
    const { h } = (await (await fetch(url, { ...init, headers: { ...headers, ...type } })).json()) as Json
    expect(await ask('GET', opened.id)).toMatchObject({ file_offset: video.length })
    const handed = await ask('POST', `${page.external_id}/videos`, { fbuploader_video_file_chunk: String(h) })
    expect(await stored(`${page.external_id}_${handed.id}`)).toMatchObject({ media: [{ kind: 'video' }] })
  })

  it('never become public when processing fails or the file is not a video', async () => {
    await sandbox.addFault({ network: 'facebook', fault: 'processing_failed' })
    const { session, id } = await upload(video)
    expect(await finish(session)).toEqual({ success: true })
    sandbox.passTime(1_500)
    expect(await ask('GET', id, { fields: 'status' })).toMatchObject({
      status: { video_status: 'error', processing_phase: { status: 'error' } },
    })
    expect(await stored(`${page.external_id}_${id}`)).toBeUndefined()
    const text = await upload(Buffer.alloc(5_000, 'not a video'))
    expect((await finish(text.session)).error).toMatchObject({ error_subcode: 1363024 })
  })
})

describe('Reels of a Facebook page', () => {
  const begin = async (bytes: Buffer, headers: Record<string, string> = {}) => {
    const { video_id: id, upload_url: url } = await send('video_reels', { upload_phase: 'start' })
    const all = {
      authorization: `OAuth ${page.token}`,
      'content-type': 'application/octet-stream',
      ...headers,
    }
    const sized = { offset: '0', file_size: String(bytes.length), ...all }
    const body = new Uint8Array(bytes)
    await fetch(String(url), { method: 'POST', headers: sized, body })
    sandbox.passTime(1_500)
    return String(id)
  }
  const last = (id: string, more: Record<string, string> = {}) =>
    send('video_reels', { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED', ...more })

  it('are published by a call that answers no id, once, and are in no list of posts', async () => {
    const id = await begin(mediaFile('portrait.mp4'))
    const fields = 'status,published,post_id'
    expect(await ask('GET', id, { fields })).toMatchObject({ published: false })
    expect(await last(id, { description: 'Upright' })).toEqual({ success: true })
    expect(await last(id, { description: 'Upright' })).toEqual({ success: true })
    const node = await ask('GET', id, { fields })
    const post = `${page.external_id}_${id}`
    expect(node).toMatchObject({ published: true, post_id: post })
    expect(await stored(post)).toMatchObject({ text: 'Upright' })
    const lists = ['published_posts', 'feed', 'posts']
    for (const edge of lists)
      expect((await ask('GET', `${page.external_id}/${edge}`)).data.map(each => each.id)).not.toContain(post)
    const reels = await ask('GET', `${page.external_id}/video_reels`)
    expect(reels.data[0]).toMatchObject({ id, description: 'Upright' })
  })

  it('refuse what is too small, and what was never uploaded', async () => {
    const small = await begin(video)
    expect((await last(small)).error).toMatchObject({ code: 100, error_subcode: 1363127 })
    const { video_id: empty } = await send('video_reels', { upload_phase: 'start' })
    expect((await last(String(empty))).error).toMatchObject({ code: 6000 })
  })

  it('take a cover, and an address as a header without a body', async () => {
    const source = await servePicture(mediaFile('portrait.mp4'))
    const { video_id: id, upload_url: url } = await send('video_reels', { upload_phase: 'start' })
    const headers = { authorization: `OAuth ${page.token}`, file_url: source.url }
    const taken = await fetch(String(url), { method: 'POST', headers })
    source.close()
    expect(await taken.json()).toEqual({ success: true })
    const cover = await send(`../${id}/thumbnails`, { is_preferred: 'true' }, { source: await picture() })
    expect(cover).toEqual({ success: true })
    expect(await ask('GET', String(id), { fields: 'picture' })).toHaveProperty('picture')
  })
})

describe('Stories of a Facebook page', () => {
  it('show a photo for a day, accept it once, and are listed separately from posts', async () => {
    const photo = String((await send('photos', { published: 'false' }, { source: await picture() })).id)
    const story = await send('photo_stories', { photo_id: photo })
    expect(story).toMatchObject({ success: true, post_id: expect.stringMatching(/^\d+$/) })
    const again = await send('photo_stories', { photo_id: photo })
    expect(again.error).toMatchObject({ error_subcode: 1366051 })
    const listed = await ask('GET', `${page.external_id}/stories`, { status: 'PUBLISHED' })
    expect(listed.data[0]).toMatchObject({ post_id: story.post_id, media_id: photo, media_type: 'photo' })
    const posts = await ask('GET', `${page.external_id}/published_posts`)
    expect(posts.data.map(({ id }) => id)).not.toContain(story.post_id)
    sandbox.passTime(25 * 3_600_000)
    const older = await ask('GET', `${page.external_id}/stories`, { status: 'ARCHIVED' })
    expect(older.data[0]).toMatchObject({ post_id: story.post_id })
  })

  it('accept a video at a separate upload URL, which requires the offset in the headers', async () => {
    const begun = await send('video_stories', { upload_phase: 'start' })
    const bytes = new Uint8Array(mediaFile('portrait.mp4'))
    const post = (headers: Record<string, string>) =>
      fetch(String(begun.upload_url), {
        method: 'POST',
        headers: {
          authorization: `OAuth ${page.token}`,
          'content-type': 'application/octet-stream',
          ...headers,
        },
        body: bytes,
      })
    expect(await (await post({})).json()).toMatchObject({
      debug_info: { message: 'Header Offset not convertable to unsigned long' },
    })
    expect((await post({ offset: '7', file_size: String(bytes.length) })).status).toBe(409)
    const taken = await post({ offset: '0', file_size: String(bytes.length) })
    expect(await taken.json()).toEqual({ success: true })
    const last = { upload_phase: 'finish', video_id: String(begun.video_id) }
    expect((await send('video_stories', last)).error).toMatchObject({ code: 100 })
    sandbox.passTime(1_500)
    const story = await send('video_stories', last)
    expect(await stored(String(story.post_id))).toMatchObject({ media: [{ kind: 'video' }] })
  })

  it('refuse a landscape video', async () => {
    const begun = await send('video_stories', { upload_phase: 'start' })
    const headers = {
      authorization: `OAuth ${page.token}`,
      'content-type': 'application/octet-stream',
      offset: '0',
      file_size: String(video.length),
    }
    await fetch(String(begun.upload_url), { method: 'POST', headers, body: new Uint8Array(video) })
    sandbox.passTime(1_500)
    const { status } = await ask('GET', String(begun.video_id), { fields: 'status' })
    expect(status).toMatchObject({ video_status: 'error', processing_phase: { status: 'error' } })
  })
})

describe('Carousels, mentions and figures of a Facebook page', () => {
  const carousel = (cards: unknown, more: Record<string, string> = {}) =>
    ask('POST', `${page.external_id}/feed`, {
      message: `Cards ${JSON.stringify(cards).length}`,
      link: 'https://example.com',
      child_attachments: JSON.stringify(cards),
      multi_share_optimized: 'false',
      ...more,
    })
  const card = (name: string, more: Json = {}) => ({ link: `https://example.com/${name}`, name, ...more })

  it('accept two to five cards with links and fetch their pictures', async () => {
    const source = await servePicture(await picture())
    const { id } = await carousel([card('one', { picture: source.url }), card('two')])
    source.close()
    expect(source.fetched).toHaveLength(1)
    const node = await ask('GET', id, { fields: 'attachments' })
    const data = [
      { target: { url: 'https://example.com/one' } },
      { target: { url: 'https://example.com/two' } },
    ]
    expect(node).toMatchObject({ attachments: { data: [{ subattachments: { data } }] } })
    const six = ['a', 'b', 'c', 'd', 'e', 'f'].map(name => card(name))
    expect((await carousel(six)).error).toMatchObject({ code: 100 })
    expect((await carousel([card('one')])).error).toMatchObject({ code: 100 })
    expect((await carousel([card('one'), { name: 'no link' }])).error).toMatchObject({ code: 100 })
    expect((await carousel([card('one'), card('x', { picture: source.url })])).error).toBeDefined()
  })

  it('show a mentioned page by its name and find it by search', async () => {
    const found = await ask('GET', 'pages/search', { q: 'northwind', fields: 'id,name,link' })
    expect(found.data).toMatchObject([{ name: 'Northwind Outdoors' }])
    const message = `Thanks @[${found.data[0]?.id}] and @[1]`
    const { id } = await ask('POST', `${page.external_id}/feed`, { message })
    expect(await stored(id)).toMatchObject({ text: 'Thanks Northwind Outdoors and @[1]', source: message })
  })

  it('fail the whole insights call for one unknown metric', async () => {
    const path = `${page.external_id}/insights`
    const since = String(Math.floor(sandbox.now() / 1000) - 4 * 86_400)
    const known = await ask('GET', path, { metric: 'page_follows,page_media_view', period: 'day', since })
    expect(known.data.map(({ name }) => name)).toEqual(['page_follows', 'page_media_view'])
    const values = known.data[0]?.values as { end_time: string }[]
    expect(values.length).toBeGreaterThanOrEqual(3)
    expect(values[0]?.end_time).toMatch(/T0[78]:00:00\+0000$/)
    const dead = await ask('GET', path, { metric: 'page_follows,page_fans', period: 'day' })
    expect(dead.error).toMatchObject({
      code: 100,
      message: '(#100) The value must be a valid insights metric',
    })
    expect((await ask('GET', path)).error).toMatchObject({ code: 3001, error_subcode: 1504028 })
  })
})
