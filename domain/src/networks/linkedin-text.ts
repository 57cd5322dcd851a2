/** A mention in a text: `mention` is its text, `id` LinkedIn's id of the organization, `name` its exact name. */
export type LinkedinMention = {
  readonly id: string
  readonly mention: string
  readonly name?: string | undefined
}

/**
 * The text as LinkedIn's `commentary` expects it: reserved characters escaped with a backslash, hashtags left alone so that they link, and
 * those with an underscore, which is reserved as well, in LinkedIn's own form. At an unescaped bracket LinkedIn would cut the text off
 * without an error.
 */
export function escapeLinkedinText(text: string): string {
  return text.replace(hashtagOrReserved, match => {
    if (match.length === 1) return `\\${match}`
    return match.includes('_') ? String.raw`{hashtag|\#|${match.slice(1)}}` : match
  })
}

/**
 * The whole commentary: mentions as links to their organizations, everything between them escaped. A mention without an id or a name stays
 * plain text, as LinkedIn links only exact names. LinkedIn's limit applies to the length of this text.
 */
export function linkedinCommentary(text: string, mentions: readonly LinkedinMention[]): string {
  // the longest first: "@ann" must not match the beginning of "@anna"
  const known = mentions
    .filter(({ mention, id, name }) => mention !== '' && name && organizationId(id))
    .toSorted((a, b) => b.mention.length - a.mention.length)
  if (known.length === 0) return escapeLinkedinText(text)
  const anyOf = known
    .map(({ mention }) => mention.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
    .join('|')
  // a dot belongs to a name only if the name continues after it
  const standing = new RegExp(String.raw`(?<![\p{L}\p{N}_.@/])(${anyOf})(?!\.*[\p{L}\p{N}_])`, 'u')
  return text
    .split(standing)
    .map((piece, index) => (index % 2 === 1 ? link(known, piece) : escapeLinkedinText(piece)))
    .join('')
}

function link(known: readonly LinkedinMention[], text: string): string {
  const found = known.find(({ mention }) => mention === text)
  return found
    ? `@[${escapeAll(found.name ?? '')}](urn:li:organization:${organizationId(found.id)})`
    : escapeLinkedinText(text)
}

/** An organization's id is a number, given alone or as a URN. */
function organizationId(id: string): string | undefined {
  return id.match(/^(?:urn:li:organization:)?(\d+)$/)?.[1]
}

/** A commentary as its readers see it: the reverse, which also reads LinkedIn's own form of a hashtag. */
export function readLinkedinText(commentary: string): string {
  return commentary
    .replaceAll(/@\[((?:\\.|[^\]\\])+)\]\(urn:li:[^)]+\)/gs, '$1')
    .replaceAll(/\{hashtag\|\\?#\|([^}]+)\}/g, '#$1')
    .replaceAll(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
}

function escapeAll(text: string): string {
  return text.replaceAll(/[\\|{}@[\]()<>#*_~]/g, String.raw`\$&`)
}

// a hashtag is one match, so its # is not escaped; a # inside a word (C#7) does not begin a hashtag
const hashtagOrReserved = /(?<![\p{L}\p{N}_])#(?=_*[\p{L}\p{N}])[\p{L}\p{N}_]+|[\\|{}@[\]()<>#*_~]/gu
