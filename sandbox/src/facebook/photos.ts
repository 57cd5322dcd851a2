import type { GraphCall } from '../meta/call.ts'
import { GraphError } from '../meta/errors.ts'
import { failIfUploadsDown } from '../meta/faults.ts'
import { fetchBytes, inspectPicture, type Picture, storePicture } from '../platform/media.ts'
import type { HttpReply } from '../platform/sandbox.ts'
import { publishPost, requireOwnPage } from './posts.ts'

/** 10 MB are documented, and more than 4 MB were refused. */
const largestPhoto = 4 * 1024 * 1024
const formats = ['jpeg', 'png', 'gif', 'tiff', 'bmp']

/** Uploads an unpublished photo to attach later, or (by default) publishes it as a post. */
export async function createPhoto(call: GraphCall): Promise<HttpReply> {
  requireOwnPage(call, 'pages_manage_posts')
  const { sandbox, params, account } = call
  failIfUploadsDown(sandbox, 'facebook', account.id)
  const picture = await readPhoto(call)
  const alt = params.alt_text_custom
  const id = sandbox.ids.facebook()
  const owner = { id, network: 'facebook' as const, account: account.id, ...(alt && { alt_text: alt }) }
  const photo = storePicture(sandbox, { ...owner, picture })
  if (params.published === 'false') return { status: 200, body: { id } }
  const text = params.message ?? params.caption ?? ''
  return publishPost(call, { text, media: [photo] }, post => ({ id, post_id: post.id }))
}

async function readPhoto(call: GraphCall): Promise<Picture> {
  const bytes = call.files.source ?? (call.params.url ? await fetchBytes(call.params.url) : undefined)
  if (!bytes && call.params.url) {
    throw new GraphError({ message: '(#324) Missing or invalid image file', code: 324, subcode: 2069019 })
  }
  if (!bytes) throw new GraphError({ message: '(#324) Requires upload file', code: 324 })
  const picture = bytes.length <= largestPhoto ? await inspectPicture(bytes) : undefined
  if (picture && formats.includes(picture.format)) return picture
  throw new GraphError({
    message: 'Invalid parameter',
    code: 100,
    subcode: 1366046,
    title: "Can't Read Files",
    userMessage: 'Your photos should be less than 4 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.',
  })
}
