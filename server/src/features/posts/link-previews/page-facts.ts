import { decodeEntities } from './html-entities.ts'
import { decodedOnce } from './twice-encoded.ts'

/** What a page says about itself. `picture` is its address, complete but not checked. */
export type PageFacts = {
  readonly title: string
  readonly description: string
  readonly picture: string | null
  /** Whether the page has Open Graph or Twitter tags. */
  readonly hasTags: boolean
}

type Page = { readonly url: string; readonly charset: string | null; readonly bytes: Buffer }

/**
 * A page's title, description and picture: its Open Graph tags, otherwise its Twitter tags, otherwise its title and description
 * (docs/product/previews.md "Link cards"). Reads every byte once, whatever the page is made of.
 */
export const readPageFacts = (page: Page): PageFacts => {
  const [first = 'utf-8', ...others] = charsetsOf(page)
  // Servers name a charset without knowing the page: what it makes unreadable is read in the next one.
  const charset = [first, ...others].find(one => isReadable(page, one)) ?? first
  const facts = factsIn(page, charset)
  return {
    ...facts,
    title: withoutUnreadable(facts.title),
    description: withoutUnreadable(facts.description),
  }
}

const UNREADABLE = '\ufffd'

const withoutUnreadable = (text: string): string =>
  text.replaceAll(UNREADABLE, '').replace(/\s+/g, ' ').trim()

/** Whether the page's words are whole in this charset. A byte that is broken elsewhere does not matter, nor do signs that the page itself has. */
const isReadable = (page: Page, charset: string): boolean => {
  const { title, description } = factsIn(page, charset)
  if (!`${title}${description}`.includes(UNREADABLE)) return true
  try {
    // The page may be cut off in the middle of a character.
    new TextDecoder(charset, { fatal: true }).decode(page.bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const factsIn = ({ bytes, url }: Page, charset: string): PageFacts => {
  const found = scan(new TextDecoder(charset).decode(bytes))
  const first = (...names: string[]) => names.map(name => found.meta.get(name)).find(Boolean) ?? ''
  const picture = first(
    ...['og:image:secure_url', 'og:image', 'og:image:url', 'twitter:image', 'twitter:image:src'],
  )
  return {
    title: shorten(first('og:title', 'twitter:title') || found.title, TITLE_MAX),
    description: shorten(first('og:description', 'twitter:description', 'description'), DESCRIPTION_MAX),
    picture: picture === '' ? null : addressIn(picture, baseOf(found, url)),
    hasTags: [...found.meta.keys()].some(name => /^(og|twitter):/.test(name)),
  }
}

/** Complete, if it can be: also of `//host/path`, which has the page's scheme. */
const addressIn = (address: string, base: string): string | null =>
  URL.canParse(address, base) ? new URL(address, base).href : null

/** What the page's addresses begin at: the page itself unless it names another place. One that is none counts for nothing. */
const baseOf = ({ base }: Found, url: string): string => {
  const named = base === null ? null : addressIn(base, url)
  return named !== null && /^https?:/.test(named) ? named : url
}

const TITLE_MAX = 300
const DESCRIPTION_MAX = 1000

/** One line without characters that cannot be stored or that turn the text around. */
const shorten = (text: string, max: number): string => {
  const line = text
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= max
    ? line
    : `${line
        .slice(0, max - 1)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`
}

/** Bytes in which a page may name its charset. */
const DECLARED_WITHIN = 65_536

const marks: readonly (readonly [string, string])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]

/** By the byte order mark; else in this order the header, what the page names, UTF-8, and Windows-1252, in which everything can be read. */
const charsetsOf = ({ bytes, charset }: Page): string[] => {
  const beginning = bytes.subarray(0, 3).toString('hex')
  const marked = marks.find(([mark]) => beginning.startsWith(mark))
  if (marked) return [marked[1]]
  const start = bytes.subarray(0, DECLARED_WITHIN).toString('latin1')
  const inMeta = /<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1]
  const inXml = /^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']\s*([\w:.-]{1,40})/i.exec(start)?.[1]
  // A page whose charset could be read is not in UTF-16, whatever it says.
  const named = [inMeta, inXml].map(label => (/^utf-16/i.test(label ?? '') ? 'utf-8' : label))
  return [charset, ...named, 'utf-8', 'windows-1252'].flatMap(known)
}

const known = (label: string | null | undefined): string[] => {
  if (!label) return []
  try {
    return [new TextDecoder(label).encoding]
  } catch (error) {
    if (error instanceof RangeError) return []
    throw error
  }
}

/** `base`: of the first element that names one. */
type Found = { title: string; base: string | null; readonly meta: Map<string, string> }

/** Elements whose content is no markup. A title of theirs, as in a drawing, is not the page's. */
const opaque = ['script', 'style', 'template', 'noscript', 'textarea', 'svg', 'iframe']

const scan = (html: string): Found => {
  const found: Found = { title: '', base: null, meta: new Map() }
  let at = html.indexOf('<')
  while (at >= 0) {
    const end = readTag(html, at, found)
    at = end < 0 ? -1 : html.indexOf('<', end)
  }
  return found
}

/** Reads the tag at this place. @returns where to go on, or -1 if the page ends within it */
const readTag = (html: string, at: number, found: Found): number => {
  if (html.startsWith('<!--', at)) return after(html, '-->', at + 4)
  const name = /[a-z][a-z0-9]{0,20}|/iy
  name.lastIndex = at + 1
  const element = (name.exec(html)?.[0] ?? '').toLowerCase()
  if (element === '') return at + 1
  const end = tagEnd(html, at)
  if (end < 0) return -1
  if (opaque.includes(element)) return afterElement(html, element, end)
  if (element === 'meta') readMeta(html.slice(at + 5, end), found)
  if (element === 'base')
    found.base ??=
      attributesOf(html.slice(at + 5, end))
        .get('href')
        ?.trim() ?? null
  if (element !== 'title') return end
  const close = afterElement(html, element, end)
  const text = html.slice(end + 1, close < 0 ? end + 1 : close)
  found.title ||= decodedOnce(decodeEntities(text.slice(0, 4 * DESCRIPTION_MAX))).trim()
  return close
}

const after = (html: string, text: string, from: number): number => {
  const at = html.indexOf(text, from)
  return at < 0 ? -1 : at + text.length
}

/** Where the element's end tag begins. */
const afterElement = (html: string, element: string, from: number): number => {
  const close = new RegExp(`</${element}`, 'gi')
  close.lastIndex = from
  return close.exec(html)?.index ?? -1
}

/** The tag's closing bracket; brackets in quoted values do not count. */
const tagEnd = (html: string, from: number): number => {
  let [quote, last] = ['', '']
  for (let at = from; at < html.length; at++) {
    const character = html[at] ?? ''
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '>') return at
    else if (last === '=' && (character === '"' || character === "'")) quote = character
    if (character > ' ') last = character
  }
  return -1
}

const attribute = /([^\s=/"'>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

const attributesOf = (tag: string): Map<string, string> => {
  const values = new Map<string, string>()
  for (const [, name = '', ...quoted] of tag.slice(0, 20_000).matchAll(attribute))
    if (!values.has(name.toLowerCase()))
      values.set(name.toLowerCase(), decodeEntities(quoted.find(value => value !== undefined) ?? ''))
  return values
}

const readMeta = (tag: string, { meta }: Found): void => {
  const values = attributesOf(tag)
  const content = decodedOnce(values.get('content') ?? '').trim()
  for (const key of [values.get('property'), values.get('name')]) {
    const name = key?.trim().toLowerCase()
    if (name && content !== '' && !meta.has(name)) meta.set(name, content)
  }
}
