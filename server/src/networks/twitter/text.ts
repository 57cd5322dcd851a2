import { publicMessage } from '#domain/networks/public-text.ts'
import type { PostContent } from '#server/networks/network-adapter.ts'

type Text = Pick<PostContent, 'message' | 'link'> & Partial<Pick<PostContent, 'mentions'>>

/** The text to post: the message with mentions as `@username`, and the link at the end unless the message contains it. */
export const tweetText = ({ message, link, mentions = [] }: Text): string =>
  publicMessage('twitter', { message, mentions, link: link?.url ?? null }).text

export type UrlEntity = {
  readonly url: string
  readonly expanded_url?: string | undefined
  readonly media_key?: string | undefined
}

const unescapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** A text as readers see it: full links, unescaped `& < >`, without the link for the media. */
export const readable = (text: string, urls: readonly UrlEntity[] = []): string => {
  let plain = text
  for (const { url, expanded_url, media_key } of urls)
    plain = plain.replace(url, () => (media_key ? '' : (expanded_url ?? url)))
  return plain.replaceAll(/&(?:amp|lt|gt);/g, entity => unescapes[entity] ?? entity).trim()
}

/**
 * A normalized text, in which what was sent equals what X returns. X escapes `& < >`, replaces links by t.co URLs, adds `http://` to bare
 * ones, and appends a link for the media.
 */
export const comparable = (text: string, urls: readonly UrlEntity[] = []): string =>
  readable(text, urls)
    .normalize('NFC')
    .replaceAll(/https?:\/\//gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
