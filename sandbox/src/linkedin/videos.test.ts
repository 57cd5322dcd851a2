import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkedin, linkedinPost } from '../testing/clients.ts'
import { type DemoAccount, mediaFile, startTestSandbox, type TestSandbox } from '../testing/start.ts'

let sandbox: TestSandbox
let account: DemoAccount
beforeAll(async () => {
  sandbox = await startTestSandbox()
  account = await sandbox.account('linkedin')
})
afterAll(() => sandbox.stop())

type Json = Record<string, unknown>
type Target = {
  video: string
  uploadInstructions: { uploadUrl: string; firstByte: number; lastByte: number }[]
}

const call = (method: string, path: string, body?: Json) => linkedin(sandbox, account, method, path, body)
const initialize = async (size: number): Promise<Target> => {
  const owner = `urn:li:organization:${account.external_id}`
  const body = { initializeUploadRequest: { owner, fileSizeBytes: size } }
  const answer = await call('POST', '/rest/videos?action=initializeUpload', body)
  return ((await answer.json()) as { value: Target }).value
}
const put = (url: string, bytes: Buffer) => fetch(url, { method: 'PUT', body: new Uint8Array(bytes) })
const finalize = (video: string, uploadedPartIds: string[]) =>
  call('POST', '/rest/videos?action=finalizeUpload', {
    finalizeUploadRequest: { video, uploadToken: '', uploadedPartIds },
  })
const statusOf = async (video: string) =>
  ((await (await call('GET', `/rest/videos/${encodeURIComponent(video)}`)).json()) as Json).status

/** The video padded with six megabytes of zeros, so that it has two parts. */
const large = () => {
  const box = Buffer.alloc(6 * 1024 * 1024)
  box.writeUInt32BE(box.length)
  box.write('free', 4)
  return Buffer.concat([mediaFile('landscape.mp4'), box])
}

describe('A video on LinkedIn', () => {
  it('is uploaded in parts, finalized with their ETags in order, and can be posted once processed', async () => {
    const bytes = large()
    const { video, uploadInstructions } = await initialize(bytes.length)
    expect(uploadInstructions.map(({ firstByte, lastByte }) => [firstByte, lastByte])).toEqual([
      [0, 4_194_303],
      [4_194_304, bytes.length - 1],
    ])
    const tags: string[] = []
    for (const { uploadUrl, firstByte, lastByte } of uploadInstructions) {
      const answer = await put(uploadUrl, bytes.subarray(firstByte, lastByte + 1))
      tags.push(answer.headers.get('etag')?.replaceAll('"', '') ?? '')
    }
    expect(await statusOf(video)).toBe('WAITING_UPLOAD')
    expect((await finalize(video, tags.toReversed())).status).toBe(400)
    expect((await finalize(video, tags.slice(1))).status).toBe(400)
    const goOn = sandbox.holdTime()
    expect((await finalize(video, tags)).status).toBe(200)
    expect(await statusOf(video)).toBe('PROCESSING')
    const content = { media: { id: video, title: 'Roasting' } }
    const early = await call('POST', '/rest/posts', linkedinPost(account, 'Early', content))
    expect(((await early.json()) as Json).code).toBe('MEDIA_ASSET_PROCESSING')
    goOn()
    sandbox.passTime(1_000)
    expect(await statusOf(video)).toBe('AVAILABLE')
    const posted = await call('POST', '/rest/posts', linkedinPost(account, 'Now', content))
    expect([posted.status, posted.headers.get('x-restli-id')?.split(':')[2]]).toEqual([201, 'ugcPost'])
  })

  it('cannot be finalized while a part is missing or has the wrong size', async () => {
    const { video, uploadInstructions } = await initialize(5 * 1024 * 1024)
    const short = await put(uploadInstructions[0]?.uploadUrl ?? '', Buffer.alloc(10))
    expect(short.status).toBe(400)
    expect((await finalize(video, [])).status).toBe(400)
  })

  it('fails when it is not an MP4, and cannot be posted as an image', async () => {
    const bytes = Buffer.alloc(80_000, 'no video at all')
    const { video, uploadInstructions } = await initialize(bytes.length)
    const answer = await put(uploadInstructions[0]?.uploadUrl ?? '', bytes)
    await finalize(video, [answer.headers.get('etag')?.replaceAll('"', '') ?? ''])
    sandbox.passTime(1_000)
    expect(await statusOf(video)).toBe('PROCESSING_FAILED')
    const images = { multiImage: { images: [{ id: video }, { id: video }] } }
    const posted = await call('POST', '/rest/posts', linkedinPost(account, 'x', images))
    expect(((await posted.json()) as Json).code).toBe('INVALID_IMAGE_ID')
  })

  it.each([76_799, 500 * 1024 * 1024 + 1])('of %d bytes is refused when it is registered', async size => {
    const owner = `urn:li:organization:${account.external_id}`
    const body = { initializeUploadRequest: { owner, fileSizeBytes: size } }
    const refused = await call('POST', '/rest/videos?action=initializeUpload', body)
    expect(((await refused.json()) as Json).code).toBe('INVALID_VALUE_FOR_FIELD')
  })

  it('cannot be uploaded a day after it was registered', async () => {
    const { uploadInstructions } = await initialize(80_000)
    sandbox.passTime(25 * 3_600_000)
    const late = await put(uploadInstructions[0]?.uploadUrl ?? '', Buffer.alloc(80_000))
    expect(((await late.json()) as Json).code).toBe('EXPIRED_UPLOAD_URL')
  })
})
