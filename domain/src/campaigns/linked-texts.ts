import { addressStart, withoutSentence } from '#domain/projects/web-addresses.ts'
import { type LinkParameters, linkWithParameters } from './link-parameters.ts'

// Of these scripts none puts a space between a link and the next word.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Where an address ends for certain. Null: nobody can tell whether the next word belongs to it. */
const certainEnd = (address: string): number | null => {
  // Signs that no address has as they are, such as an emoji, a dash or the bar between two links.
  const sign = address.search(/[,;](?=https?:)|[|\\^`{}]|[^\p{L}\p{N}\p{M}\0-\x7F]/iu)
  // Sites do use a bar or brackets in the middle of an address: `?tags=a|b`, `?name={name}`.
  if (sign >= 0 && /^[|\\^`{}]+(?!https?:)[\p{L}\p{N}%=&/+_-]/iu.test(address.slice(sign))) return null
  const whole = sign < 0 ? address : address.slice(0, sign)
  const [before = '', host = ''] = /^https?:\/\/([^/?#]*)/i.exec(whole) ?? []
  const lastLabel = host.split('.').at(-1) ?? ''
  if (unspaced.test(whole.slice(before.length)) || (unspaced.test(lastLabel) && /[\w:]/.test(lastLabel)))
    return null
  let end = whole.length
  while ("*.,;:!?'’”".includes(whole.charAt(end - 1)) && end > 0) end -= 1
  return end
}

/** Of an address in a text: a text without spaces would otherwise be read to its end from each address in it. */
const ADDRESS_MAX = 4096

/** Places in a text, in UTF-16 units, the end not included. */
type TextPlace = { readonly start: number; readonly end: number }

/**
 * The web addresses in a text, without the punctuation that ends their sentences.
 * @param endOf where an address really ends at the latest, for callers that have to know it for certain; null: it is left out
 */
export function webAddresses(
  text: string,
  endOf: (address: string) => number | null = ({ length }) => length,
): TextPlace[] {
  const places: TextPlace[] = []
  const found = new RegExp(`${addressStart}{1,${ADDRESS_MAX}}`, 'gi')
  for (let match = found.exec(text); match; match = found.exec(text)) {
    const end = endOf(match[0])
    if (end === null) continue
    const { length } = withoutSentence(match[0].slice(0, end))
    places.push({ start: match.index, end: match.index + length })
    // Another one may begin behind its real end.
    found.lastIndex = match.index + Math.max(length, 1)
  }
  return places
}

/** The campaigns that the links of these texts name by their `utm_campaign`. */
export const campaignsInLinks = (texts: readonly string[]): string[] => {
  const links = texts.flatMap(text => webAddresses(text).map(({ start, end }) => text.slice(start, end)))
  const named = links
    .filter(link => URL.canParse(link))
    .map(link => new URL(link).searchParams.get('utm_campaign'))
  return [...new Set(named.filter(name => name !== null && name !== ''))] as string[]
}

type Place = { readonly start: number; readonly end: number; readonly link: string }

/** The links of a text that get parameters, with what they become. */
const changesIn = (text: string, parameters: LinkParameters): Place[] =>
  webAddresses(text, certainEnd).flatMap(({ start, end }) => {
    const address = text.slice(start, end)
    if (!URL.canParse(address)) return []
    const link = linkWithParameters(address, parameters)
    return link === address ? [] : [{ start, end, link }]
  })

/** How many links of a text have no parameters yet. */
export const countPlainLinks = (text: string, parameters: LinkParameters): number =>
  changesIn(text, parameters).length

/**
 * A text with the parameters in each of its links that has none; what is not a link stays as it is, and so does a link whose end nobody
 * can tell. Done twice it is done once. (docs/product/link-parameters.md "Which links")
 */
export const textWithParameters = (text: string, parameters: LinkParameters): string => {
  let from = 0
  const parts = changesIn(text, parameters).map(({ start, end, link }) => {
    const before = text.slice(from, start)
    from = end
    return before + link
  })
  return parts.join('') + text.slice(from)
}
