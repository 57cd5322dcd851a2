const reserved = /[\\|{}@[\]()<>#*_~]/

const constructs: { pattern: RegExp; shown: (match: RegExpMatchArray) => string; isMention?: true }[] = [
  { pattern: /^\\([\\|{}@[\]()<>#*_~])/, shown: (match: RegExpMatchArray) => match[1] ?? '' },
  {
    pattern: /^@\[((?:\\.|[^\]\\])+)\]\(urn:li:(?:organization|person):[\w-]+\)/,
    isMention: true,
    shown: (match: RegExpMatchArray) => (match[1] ?? '').replaceAll(/\\(.)/g, '$1'),
  },
  { pattern: /^\{hashtag\|\\#\|([^}]+)\}/, shown: (match: RegExpMatchArray) => `#${match[1] ?? ''}` },
  { pattern: /^#[\p{L}\p{N}]+/u, shown: (match: RegExpMatchArray) => match[0] },
]

/** What LinkedIn stores of a commentary (`source`) and what readers see (`shown`), with the names in it that are links. */
export type LittleText = { source: string; shown: string; mentions: string[] }

/**
 * Parses LinkedIn's little text. A reserved character that is neither escaped nor part of a mention or hashtag
 * silently ends the text, as on the real network, so that a missing escape is visible in the feed.
 */
export function parseLittleText(commentary: string): LittleText {
  let position = 0
  let shown = ''
  const mentions: string[] = []
  while (position < commentary.length) {
    const rest = commentary.slice(position)
    if (!reserved.test(rest[0] ?? '')) {
      shown += rest[0]
      position++
      continue
    }
    const found = constructs
      .map(({ pattern, shown: show, isMention }) => ({ match: rest.match(pattern), show, isMention }))
      .find(({ match }) => match !== null)
    if (!found?.match) break
    const text = found.show(found.match)
    if (found.isMention) mentions.push(text)
    shown += text
    position += found.match[0].length
  }
  return { source: commentary.slice(0, position), shown, mentions }
}
