import { LinkedinError } from './errors.ts'

/** The fields that a body may have, with their nested fields (for a list, those of each item). `any` is not checked further. */
export type BodyFields = { readonly [name: string]: 'any' | BodyFields }

const image: BodyFields = { id: 'any', altText: 'any' }

/** `POST /rest/posts`. Includes real fields that the sandbox ignores. */
export const postFields: BodyFields = {
  author: 'any',
  commentary: 'any',
  visibility: 'any',
  distribution: { feedDistribution: 'any', targetEntities: 'any', thirdPartyDistributionChannels: 'any' },
  content: {
    media: { ...image, title: 'any' },
    multiImage: { images: image, altText: 'any' },
    article: {
      source: 'any',
      title: 'any',
      description: 'any',
      thumbnail: 'any',
      thumbnailAltText: 'any',
    },
    poll: 'any',
    carousel: 'any',
    celebration: 'any',
    reference: 'any',
  },
  lifecycleState: 'any',
  isReshareDisabledByAuthor: 'any',
  adContext: 'any',
  contentCallToActionLabel: 'any',
  contentLandingPage: 'any',
  reshareContext: 'any',
  container: 'any',
}

/** `POST /rest/socialActions/{urn}/comments`. */
export const commentFields: BodyFields = {
  actor: 'any',
  object: 'any',
  message: { text: 'any', attributes: 'any' },
  parentComment: 'any',
  content: 'any',
}

/** `POST /rest/images?action=initializeUpload`. */
export const imageFields: BodyFields = {
  initializeUploadRequest: { owner: 'any', mediaLibraryMetadata: 'any' },
}

/** `POST /rest/videos?action=…`. */
export const videoFields: BodyFields = {
  initializeUploadRequest: {
    owner: 'any',
    fileSizeBytes: 'any',
    uploadCaptions: 'any',
    uploadThumbnail: 'any',
    mediaLibraryMetadata: 'any',
    purpose: 'any',
  },
  finalizeUploadRequest: { video: 'any', uploadToken: 'any', uploadedPartIds: 'any' },
}

/** Refuses a body with a field that LinkedIn does not have, as Rest.li does. @throws LinkedinError */
export function refuseUnknownFields(body: unknown, fields: BodyFields, path = ''): void {
  if (Array.isArray(body)) {
    for (const [index, item] of body.entries()) refuseUnknownFields(item, fields, `${path}/${index}`)
    return
  }
  if (typeof body !== 'object' || body === null) return
  for (const [name, value] of Object.entries(body)) {
    const inside = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (inside === undefined) {
      const message = `ERROR :: ${path}/${name} :: unrecognized field found but not allowed\n`
      throw new LinkedinError({ status: 422, message })
    }
    if (inside !== 'any') refuseUnknownFields(value, inside, `${path}/${name}`)
  }
}
