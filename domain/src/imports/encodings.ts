/** How a text file can have been saved, by the labels of the Encoding Standard, in the order that the screen offers. (docs/product/imports.md "Files") */
export const tableEncodings = [
  'UTF-8',
  'UTF-16',
  'UTF-16BE',
  'Windows-1252',
  'Macintosh',
  'Windows-1250',
  'Windows-1251',
  'KOI8-R',
  'Windows-1253',
  'Windows-1254',
  'Windows-1255',
  'Windows-1256',
  'Windows-1257',
  'Shift_JIS',
  'EUC-JP',
  'EUC-KR',
  'GB18030',
  'Big5',
] as const
export type TableEncoding = (typeof tableEncodings)[number]

/** What people know an encoding by: the languages that are written in it. */
export const encodingNames: Readonly<Record<TableEncoding, string>> = {
  'UTF-8': 'UTF-8',
  'UTF-16': 'UTF-16',
  'UTF-16BE': 'UTF-16 (big endian)',
  'Windows-1252': 'Windows-1252 (Western Europe)',
  Macintosh: 'Macintosh (Western Europe)',
  'Windows-1250': 'Windows-1250 (Central Europe)',
  'Windows-1251': 'Windows-1251 (Cyrillic)',
  'KOI8-R': 'KOI8-R (Cyrillic)',
  'Windows-1253': 'Windows-1253 (Greek)',
  'Windows-1254': 'Windows-1254 (Turkish)',
  'Windows-1255': 'Windows-1255 (Hebrew)',
  'Windows-1256': 'Windows-1256 (Arabic)',
  'Windows-1257': 'Windows-1257 (Baltic)',
  Shift_JIS: 'Shift JIS (Japanese)',
  'EUC-JP': 'EUC-JP (Japanese)',
  'EUC-KR': 'EUC-KR (Korean)',
  GB18030: 'GB18030 (Chinese)',
  Big5: 'Big5 (Chinese, traditional)',
}

/** What only a wrong encoding makes of a text. */
const oddities: readonly RegExp[] = [
  // Signs that no keyboard has.
  /[\u0080-\u009f\ufffd]/gu,
  // A sign within a word, as "Gr¸n"; apostrophes and hyphens belong there.
  /\p{L}[^\p{ASCII}\p{L}\p{M}\p{N}\p{Z}\p{P}]\p{L}/gu,
  /\p{L}[§¶¡¿«»‡†•‰]\p{L}/gu,
  // A capital after a small letter, where one of the two is no plain one, as "cafÈ".
  /[a-z](?=[^\p{ASCII}])\p{Lu}|(?=[^\p{ASCII}])\p{Ll}[A-Z]/gu,
  // Whole words of accented letters, as Cyrillic looks in a Latin encoding.
  /[\u00c0-\u024f]{3}/gu,
  // Two scripts in one word.
  /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/gu,
]

const oddness = (text: string): number =>
  oddities.reduce((sum, pattern) => sum + (text.match(pattern)?.length ?? 0), 0)

/** Those that office programs have saved without being asked; the first is the most frequent. */
const guessed = ['Windows-1252', 'Macintosh', 'Windows-1251'] as const

/** Characters that suffice for a guess. */
const READ = 200_000

/** The most plausible encoding of a text that is not UTF-8. A guess: people see what it makes of their words, and can choose another. */
export const guessEncoding = (decode: (encoding: TableEncoding) => string): TableEncoding => {
  const [first, ...others] = guessed.map(encoding => ({
    encoding,
    odd: oddness(decode(encoding).slice(0, READ)),
  }))
  return others.reduce(
    (best, one) => (one.odd < best.odd ? one : best),
    first ?? { encoding: guessed[0], odd: 0 },
  ).encoding
}
