/** A client with the names that its accounts have on their networks, such as `harborcoffee`. */
export type NamedClient = {
  readonly id: number
  readonly name: string
  readonly handles: readonly string[]
}

/** That a text names a client. `found`: what names it, as it stands in the text; of a name, the client's own spelling. */
export type Naming = {
  readonly client: NamedClient
  readonly by: 'name' | 'handle' | 'hashtag' | 'link'
  readonly found: string
}

/** Shorter names are words of ordinary sentences, or parts of other addresses. */
const NAME_LETTERS = 3
const HANDLE_LETTERS = 4

/** Where the path of an address names an account. */
const networkHosts = ['facebook', 'fb', 'instagram', 'linkedin', 'twitter', 'x']

/** In these scripts no space separates words, so a name is found inside of a text. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** Korean puts its particles right behind a name. */
const joined = /\p{Script=Hangul}/u

const fold = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC')

const plainWords = (text: string): readonly string[] => text.match(/[\p{L}\p{N}]+/gu) ?? []

const wordsOf = (text: string): readonly string[] => plainWords(fold(text))

/** The words of a text without anything between them, as in a hashtag. */
const compact = (text: string): string => wordsOf(text).join('')

const spaced = (text: string): string => ` ${wordsOf(text).join(' ')} `

/** The same with its capitals and accents. */
const asWritten = (text: string): string => ` ${plainWords(text).join(' ')} `

// Of bounded length, so that a text without end takes linear time.
const links = /(?:https?:\/\/)?(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?:\/[^\s<>"]{0,1000})?/giu
/** Not the second half of a mail address, which is a link to its domain. */
const handles = /(?<![\p{L}\p{N}._%+-])@[\p{L}\p{N}._-]{1,60}/gu
const hashtags = /#[\p{L}\p{N}_]{1,100}/gu

/** What of an address may name somebody: each part of its host but the last, and the path where it is that of a network. */
const namesIn = (link: string): readonly string[] => {
  const [host = '', ...path] = link.replace(/^https?:\/\//i, '').split(/[/?#]/)
  const labels = host.split('.').slice(0, -1)
  const isNetwork = labels.some(label => networkHosts.includes(label.toLowerCase()))
  return isNetwork ? path : labels
}

type Token = { readonly by: Naming['by']; readonly found: string; readonly keys: readonly string[] }

/** Takes links, handles and hashtags out of a text. @returns them with what each may name, and the rest */
const tokensOf = (text: string): { readonly tokens: readonly Token[]; readonly rest: string } => {
  const tokens: Token[] = []
  const take = (by: Token['by'], keysOf: (found: string) => readonly string[]) => (found: string) => {
    tokens.push({ by, found, keys: keysOf(found).map(compact) })
    return ' \n '
  }
  const rest = text
    .replace(
      handles,
      take('handle', found => [found]),
    )
    .replace(links, take('link', namesIn))
    .replace(
      hashtags,
      take('hashtag', found => [found]),
    )
  return { tokens, rest }
}

const keysOf = ({ name, handles: own }: NamedClient): readonly string[] =>
  [name, ...own].map(compact).filter(key => [...key].length >= HANDLE_LETTERS)

/** Words at the end of a company's name that nobody says. */
const legalForms = new Set(
  `gmbh mbh ag ug kg kgaa ohg gbr ev ek co inc ltd llc llp plc
  corp company limited sa sas sarl srl spa bv nv ab as aps oy sp zoo`.split(/\s+/),
)

/** The name as people say it: `Müller` of Müller GmbH & Co. KG. Null: it is that already, or too short. */
const saidName = (name: string): string | null => {
  const words = plainWords(name)
  const last = words.findLastIndex(word => !legalForms.has(fold(word)))
  const said = words.slice(0, last + 1)
  const isShorter = last >= 0 && last < words.length - 1
  return isShorter && compact(said.join(' ')).length >= NAME_LETTERS ? said.join(' ') : null
}

/** Letters that a name needs to be found written together, or apart. */
const JOINED_LETTERS = 6
const JOINED_WORDS = 3

/** Up to three words of a text in a row, without anything between them: as people write a name together (CafeBloom), or apart. */
const joinedIn = (words: string): ReadonlySet<string> => {
  const list = words.trim().split(' ')
  const counts = Array.from({ length: JOINED_WORDS }, (_, index) => index + 1)
  return new Set(list.flatMap((_, at) => counts.map(count => list.slice(at, at + count).join(''))))
}

const hasName = (words: string, name: string): boolean => {
  const wanted = spaced(name)
  if (unspaced.test(name)) return [...wanted.trim()].length > 1 && words.includes(wanted.trim())
  const sought = joined.test(name) ? wanted.trimEnd() : wanted
  return wanted.replaceAll(' ', '').length >= NAME_LETTERS && words.includes(sought)
}

/**
 * Which of these clients a text names: by name, or by a handle, a hashtag or an address that is one of its names without spaces. Each once.
 * What names the own client as well does not count, and neither does another's name inside of the own (docs/product/posts.md "Second look").
 */
export const findNamedClients = (
  text: string,
  { own, others }: { readonly own: NamedClient; readonly others: readonly NamedClient[] },
): readonly Naming[] => {
  const { tokens, rest } = tokensOf(text)
  // Of overlapping names none is left out: a space on each side of each word.
  const words = spaced(rest).replaceAll(spaced(own.name), ' \n ')
  const together = joinedIn(words)
  const written = asWritten(rest)
  const isNamed = (name: string): boolean => {
    if (hasName(words, name)) return true
    const key = compact(name)
    if (key.length >= JOINED_LETTERS && together.has(key)) return true
    // Without its form it may be a word of any sentence: it has to stand there as it is written, and not be a word of the own name.
    const said = saidName(name)
    return said !== null && written.includes(asWritten(said)) && !spaced(own.name).includes(spaced(said))
  }
  const ownKeys = new Set(keysOf(own))
  return others.flatMap((client): Naming[] => {
    if (isNamed(client.name)) return [{ client, by: 'name', found: client.name }]
    const keys = keysOf(client).filter(key => !ownKeys.has(key))
    const token = tokens.find(one => one.keys.some(key => keys.includes(key)))
    return token ? [{ client, by: token.by, found: token.found }] : []
  })
}
