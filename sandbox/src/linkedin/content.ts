import type { Account, Article, Media, Shown } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import { invalid } from './errors.ts'
import { imageStatus } from './images.ts'

type Picture = { id?: unknown; altText?: unknown; title?: unknown }

/** The `content` of a post as it comes over the wire: nothing, one medium, several images, or an article. */
export type WireContent = {
  media?: Picture
  multiImage?: { images?: Picture[] }
  article?: { source?: unknown; title?: unknown; description?: unknown; thumbnail?: unknown }
}

export type Content = { photos: Shown[]; media: Media[]; article?: Article }

const longestAltText = 4086

/** Checks the content and finds the uploads it names. Each image must be this organization's and AVAILABLE. */
export function readContent(sandbox: Sandbox, account: Account, content: WireContent | undefined): Content {
  if (content?.article)
    return { photos: [], media: [], article: readArticle(sandbox, account, content.article) }
  const pictures = content?.multiImage
    ? (content.multiImage.images ?? [])
    : content?.media
      ? [content.media]
      : []
  if (content?.multiImage && (pictures.length < 2 || pictures.length > 20)) {
    throw invalid(
      'INVALID_VALUE_FOR_FIELD',
      '/content/multiImage/images :: must have between 2 and 20 elements',
    )
  }
  const media = pictures.map(picture => availableImage(sandbox, account, picture.id))
  const photos = media.map(({ id }, index) => {
    const alt = pictures[index]?.altText
    if (typeof alt !== 'string' || alt === '') return { media: id }
    if (alt.length > longestAltText) throw invalid('FIELD_LENGTH_TOO_LONG', '/content :: altText is too long')
    return { media: id, alt_text: alt }
  })
  return { photos, media }
}

function availableImage(sandbox: Sandbox, account: Account, id: unknown): Media {
  const media = typeof id === 'string' ? sandbox.store.get('media', id) : undefined
  if (media?.network !== 'linkedin' || media.account !== account.id) {
    throw invalid('INVALID_IMAGE_ID', `/content :: ${String(id)} is not a valid image of this owner`)
  }
  const status = imageStatus(media, sandbox.now())
  if (status === 'AVAILABLE') return media
  if (status === 'PROCESSING_FAILED')
    throw invalid('MEDIA_ASSET_PROCESSING_FAILED', `${media.id} failed processing`)
  if (status === 'PROCESSING') throw invalid('MEDIA_ASSET_PROCESSING', `${media.id} is still being processed`)
  throw invalid('MEDIA_ASSET_WAITING_UPLOAD', `${media.id} is waiting for its upload`)
}

/** LinkedIn does not read the linked page: the title is the client's to give. */
function readArticle(
  sandbox: Sandbox,
  account: Account,
  article: NonNullable<WireContent['article']>,
): Article {
  const { source, title, description, thumbnail } = article
  if (typeof source !== 'string' || !URL.canParse(source)) {
    throw invalid('INVALID_VALUE_FOR_FIELD', '/content/article/source :: is not a valid URL')
  }
  if (typeof title !== 'string' || title === '') {
    throw invalid(
      'MISSING_FIELD',
      '/content/article/title :: field is required but not found and has no default value',
    )
  }
  return {
    url: source,
    title,
    ...(typeof description === 'string' && { description }),
    ...(thumbnail !== undefined && { thumbnail: availableImage(sandbox, account, thumbnail).id }),
  }
}
