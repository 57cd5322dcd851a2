import type { Draft } from '../network.ts'

/** What is posted: the message, with the link at its end unless it is in it already. */
export const tweetText = ({ message, link }: Pick<Draft, 'message' | 'link'>): string =>
  link && !message.includes(link.url) ? `${message}\n${link.url}`.trim() : message

export type UrlEntity = {
  readonly url: string
  readonly expanded_url?: string | undefined
  readonly media_key?: string | undefined
}

const unescapes: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/**
 * A text in the one form in which what was sent and what X gives back are equal: X escapes `& < >`, writes every link as t.co with the
 * address beside it, adds `http://` to bare ones, and puts a link for the media at the end.
 */
export const comparable = (text: string, urls: readonly UrlEntity[] = []): string => {
  let plain = text
  for (const { url, expanded_url, media_key } of urls)
    plain = plain.replace(url, media_key ? '' : (expanded_url ?? url))
  return plain
    .replaceAll(/&(?:amp|lt|gt);/g, entity => unescapes[entity] ?? entity)
    .normalize('NFC')
    .replaceAll(/https?:\/\//gi, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
