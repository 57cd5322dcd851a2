import type { PostContent } from '#server/networks/network-adapter.ts'
import { withUsernames } from '../mentions.ts'

type Text = Pick<PostContent, 'message' | 'link'> & Partial<Pick<PostContent, 'mentions'>>

/** What is posted: the message with its mentions as `@username`, and the link at its end unless it is in it already. */
export const tweetText = ({ message, link, mentions = [] }: Text): string => {
  // On X a mention is nothing but its username.
  const text = withUsernames(message, mentions)
  return link && !names(text, link.url) ? `${text}\n${link.url}`.trim() : text
}

/** Whether the very address stands in the text, and not only as the beginning of a longer one. */
const names = (text: string, url: string): boolean =>
  text
    .split(url)
    .slice(1)
    .some(rest => /^[)\].,;:!?'’”]*(?:$|[\s<>"])/.test(rest))

export type UrlEntity = {
  readonly url: string
  readonly expanded_url?: string | undefined
  readonly media_key?: string | undefined
}

const unescapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** A text of X as a reader sees it: links in full, `& < >` themselves, without the link that stands for the media. */
export const readable = (text: string, urls: readonly UrlEntity[] = []): string => {
  let plain = text
  for (const { url, expanded_url, media_key } of urls)
    plain = plain.replace(url, () => (media_key ? '' : (expanded_url ?? url)))
  return plain.replaceAll(/&(?:amp|lt|gt);/g, entity => unescapes[entity] ?? entity).trim()
}

/**
 * A text in the one form in which what was sent and what X gives back are equal: X escapes `& < >`, writes every link as t.co with the
 * address beside it, adds `http://` to bare ones, and puts a link for the media at the end.
 */
export const comparable = (text: string, urls: readonly UrlEntity[] = []): string =>
  readable(text, urls)
    .normalize('NFC')
    .replaceAll(/https?:\/\//gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
