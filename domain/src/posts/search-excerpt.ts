/** A piece of a text, and whether it is what was searched for. */
export type ExcerptPart = { readonly text: string; readonly is_match: boolean }

/** How many characters of a text a found post shows, and how many of them come before the match. */
const EXCERPT_LENGTH = 120
const BEFORE_MATCH = 30

/** The longest text that can be searched for: a paragraph copied from a post. */
export const POST_SEARCH_MAX = 500

/** Chinese, Japanese, Thai and their like have no spaces, so a word may begin anywhere. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}]/u

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ς: 'σ',
  ى: 'ي',
  '’': "'",
  '‘': "'",
}

/** A character as it is compared: without case, accents or width, as the database does it in `search_form`. */
const foldOnce = (character: string): string => {
  const plain = character
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{Mn}\p{Cf}]/gu, '')
  return /\s/.test(character) ? ' ' : [...plain].map(letter => letters[letter] ?? letter).join('')
}

/** At most as many as there are characters; folding each of a long text anew takes twenty times as long. */
const folded = new Map<string, string>()

const fold = (character: string): string => {
  const known = folded.get(character)
  if (known !== undefined) return known
  const form = foldOnce(character)
  folded.set(character, form)
  return form
}

const foldAll = (text: string): string =>
  Array.from(text, fold)
    .join('')
    .replace(/[\s"“”]+/g, ' ')
    .trim()

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' ', '\\s+')

/** Where a word is: at the beginning of one, where its script separates words. */
const patternOf = (word: string): string =>
  unspaced.test(word) ? escaped(word) : `(?<![\\p{L}\\p{N}])${escaped(word)}`

/** The longest first, so that the whole of what was typed is marked where it stands, and its words where it does not. */
const matcherOf = (q: string): RegExp | null => {
  const whole = foldAll(q)
  const words = whole.split(/[^\p{L}\p{N}\p{M}\p{S}]+/u).filter(Boolean)
  if (words.length === 0) return null
  return new RegExp([whole, ...words.sort((a, b) => b.length - a.length)].map(patternOf).join('|'), 'gu')
}

type Range = { readonly from: number; readonly until: number }

/** The matches as ranges of the text's characters. */
const rangesIn = (characters: readonly string[], q: string): Range[] => {
  const matcher = matcherOf(q)
  if (!matcher) return []
  /** To which character each unit of the folded text belongs. */
  const owners: number[] = []
  let text = ''
  for (const [index, character] of characters.entries()) {
    const form = fold(character)
    text += form
    for (let unit = 0; unit < form.length; unit++) owners.push(index)
  }
  return [...text.matchAll(matcher)].map(match => ({
    from: owners[match.index] ?? 0,
    until: (owners[match.index + match[0].length - 1] ?? 0) + 1,
  }))
}

/** Whether what was searched for, or a word of it, stands in this text. */
export const isInText = (text: string, q: string): boolean =>
  matcherOf(q)?.test(Array.from(text, fold).join('')) ?? false

/** The words of a text around the first match, on one line, with each match marked. The parts joined are the excerpt. */
export const excerptOf = (text: string, q: string): ExcerptPart[] => {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim())
  const ranges = rangesIn(characters, q)
  const first = ranges[0]?.from ?? 0
  const from = first <= BEFORE_MATCH * 2 ? 0 : wordStart(characters, first - BEFORE_MATCH, first)
  const until = Math.min(characters.length, from + EXCERPT_LENGTH)
  const parts: ExcerptPart[] = []
  const add = (start: number, end: number, is_match: boolean) => {
    if (end > start) parts.push({ text: characters.slice(start, end).join(''), is_match })
  }
  if (from > 0) parts.push({ text: '…', is_match: false })
  let shown = from
  for (const range of ranges) {
    if (range.from >= until || range.from < shown) continue
    add(shown, range.from, false)
    shown = Math.min(range.until, until)
    add(range.from, shown, true)
  }
  add(shown, until, false)
  if (until < characters.length) parts.push({ text: '…', is_match: false })
  return parts
}

/** The beginning of a word at or after this place, if there is one before the match. */
const wordStart = (characters: readonly string[], from: number, match: number): number => {
  const space = characters.indexOf(' ', from)
  return space === -1 || space >= match ? from : space + 1
}
