import { createHash } from 'node:crypto'
import type { Media } from '../platform/model.ts'
import { linksIn, weightedLength } from './weighted-length.ts'

const longestText = 280

/** Whether the text is neither empty nor longer than 280 weighted characters, and has no characters that X refuses. */
export function isValidText(text: string): boolean {
  const length = weightedLength(text)
  return length > 0 && length <= longestText && !hasInvalidCharacters(text)
}

export function hasInvalidCharacters(text: string): boolean {
  return /[\uFFFE\uFEFF\uFFFF]/.test(text)
}

const beforeSymbol = /[\s\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/
const afterSymbol = /[\s!-/:-@[-`{-~]/

/** Dollar signs that begin a word, with a ticker symbol of up to six letters behind them. */
export function countCashtags(text: string): number {
  return [...text.matchAll(/\$([a-z]{1,6})/gi)].filter(
    ({ 0: whole, index }) =>
      beforeSymbol.test(text[index - 1] ?? ' ') && afterSymbol.test(text[index + whole.length] ?? ' '),
  ).length
}

/** The first complete address, without the punctuation after it. X itself makes no links of IP addresses; the sandbox’s pages need it. */
export function firstUrl(text: string): string | undefined {
  return /https?:\/\/[^\s<>"]*[^\s<>".,;:!?')\]]/.exec(text)?.[0]
}

export type UrlEntity = {
  start: number
  end: number
  url: string
  expanded_url: string
  display_url: string
  media_key?: string
}

export function shortLink(url: string): string {
  return `https://t.co/${createHash('sha256').update(url).digest('base64').replaceAll(/[+/=]/g, '').slice(0, 10)}`
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escapeText = (text: string) => text.replaceAll(/[&<>]/g, character => escapes[character] ?? character)

/**
 * The text as X returns it: `& < >` escaped, every link replaced by its t.co URL, and one more t.co URL at the end
 * for the media.
 */
export function textWithShortLinks(source: string, photos: readonly Media[], postUrl: string) {
  let text = ''
  let position = 0
  const urls: UrlEntity[] = []
  const addLink = (expanded: string, mediaKey?: string) => {
    const url = shortLink(expanded)
    const start = [...text].length
    text += url
    const display = expanded.replace(/^https?:\/\/(www\.)?/, '')
    const shown = display.length > 27 ? `${display.slice(0, 26)}…` : display
    const end = start + url.length
    urls.push({
      start,
      end,
      url,
      expanded_url: expanded,
      display_url: shown,
      ...(mediaKey && { media_key: mediaKey }),
    })
  }
  for (const { url, indices } of linksIn(source)) {
    text += escapeText(source.slice(position, indices[0]))
    addLink(/^https?:\/\//i.test(url) ? url : `http://${url}`)
    position = indices[1]
  }
  text += escapeText(source.slice(position))
  const [first] = photos
  if (first) {
    if (text !== '') text += ' '
    addLink(`${postUrl}/${first.kind === 'video' ? 'video' : 'photo'}/1`, mediaKey(first))
  }
  return { text, urls }
}

const keyPrefixes: Record<Media['kind'], number> = { image: 3, video: 7, gif: 16 }

/** An upload's id with the prefix of its kind. */
export function mediaKey({ id, kind }: Pick<Media, 'id' | 'kind'>): string {
  return `${keyPrefixes[kind]}_${id}`
}
