import type { Article, Media, PostMedia, SandboxAccount } from '../platform/model.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { invalid } from './errors.ts'
import { mediaStatus } from './uploads.ts'

type Wire = { id?: unknown; altText?: unknown; title?: unknown }

/** The `content` of a post on the wire: nothing, one medium, several images, or an article. */
export type WireContent = {
  media?: Wire
  multiImage?: { images?: Wire[] }
  article?: { source?: unknown; title?: unknown; description?: unknown; thumbnail?: unknown }
}

export type Content = { shownMedia: PostMedia[]; media: Media[]; article?: Article }

/** Of alternative texts and of the description of an article. */
const longestText = 4085
const longestTitle = 399

/** Checks the content and finds its uploads, which must be this organization's and AVAILABLE. */
export function readContent(
  sandbox: Sandbox,
  account: SandboxAccount,
  content: WireContent | undefined,
): Content {
  if (content?.article)
    return { shownMedia: [], media: [], article: readArticle(sandbox, account, content.article) }
  if (content?.multiImage) {
    const images = content.multiImage.images ?? []
    if (images.length < 2 || images.length > 20) {
      throw invalid(
        'INVALID_VALUE_FOR_FIELD',
        '/content/multiImage/images :: must have between 2 and 20 elements',
      )
    }
    return toContent(
      images,
      images.map(({ id }) => requireAvailable(sandbox, account, id, 'image')),
    )
  }
  if (!content?.media) return { shownMedia: [], media: [] }
  const isVideo = String(content.media.id).startsWith('urn:li:video:')
  return toContent(
    [content.media],
    [requireAvailable(sandbox, account, content.media.id, isVideo ? 'video' : 'image')],
  )
}

function toContent(wires: readonly Wire[], media: Media[]): Content {
  const shown = media.map(({ id }, index) => {
    const { altText, title } = wires[index] ?? {}
    if (typeof altText === 'string' && altText.length > longestText)
      throw invalid('FIELD_LENGTH_TOO_LONG', '/content :: altText is too long')
    return {
      media: id,
      ...(typeof altText === 'string' && altText !== '' && { alt_text: altText }),
      ...(typeof title === 'string' && title !== '' && { title }),
    }
  })
  return { shownMedia: shown, media }
}

function requireAvailable(
  sandbox: Sandbox,
  account: SandboxAccount,
  id: unknown,
  kind: 'image' | 'video',
): Media {
  const media = typeof id === 'string' ? sandbox.store.get('media', id) : undefined
  const isOwn = media?.network === 'linkedin' && media.account === account.id
  if (!isOwn || (media.kind === 'video') !== (kind === 'video')) {
    const code = kind === 'video' ? 'INVALID_VIDEO_ID' : 'INVALID_IMAGE_ID'
    throw invalid(code, `/content :: ${String(id)} is not a valid ${kind} of this owner`)
  }
  const status = mediaStatus(media, sandbox.now())
  if (status === 'AVAILABLE') return media
  if (status === 'PROCESSING_FAILED')
    throw invalid('MEDIA_ASSET_PROCESSING_FAILED', `${media.id} failed processing`)
  if (status === 'PROCESSING') throw invalid('MEDIA_ASSET_PROCESSING', `${media.id} is still being processed`)
  throw invalid('MEDIA_ASSET_WAITING_UPLOAD', `${media.id} is waiting for its upload`)
}

/** LinkedIn does not read the linked page, so the client must send the title. */
function readArticle(
  sandbox: Sandbox,
  account: SandboxAccount,
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
  if (title.length > longestTitle || String(description ?? '').length > longestText)
    throw invalid('FIELD_LENGTH_TOO_LONG', '/content/article :: title or description is too long')
  return {
    url: source,
    title,
    ...(typeof description === 'string' && { description }),
    ...(thumbnail !== undefined && { thumbnail: requireAvailable(sandbox, account, thumbnail, 'image').id }),
  }
}
