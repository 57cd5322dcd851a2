/**
 * Matches these mentions as whole words, longer ones first: `@ann` is not in `@anna`, `@ann.lee` or `info@ann.com`, but is in "Hi @ann."
 * Null if there are none.
 */
export const findMentions = (texts: readonly string[]): RegExp | null => {
  const known = texts.filter(text => text !== '')
  if (known.length === 0) return null
  const longestFirst = known.toSorted((a, b) => b.length - a.length).map(escaped)
  return new RegExp(`(?<![\\p{L}\\p{N}_.@/])(?:${longestFirst.join('|')})(?!\\.*[\\p{L}\\p{N}_])`, 'gu')
}

export const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Replaces mentions by their usernames, in one pass so that none is found within another's username. */
export const withUsernames = (
  text: string,
  mentions: readonly { readonly mention: string; readonly username?: string | undefined }[],
): string => {
  const named = mentions.filter(({ username }) => username)
  const found = findMentions(named.map(({ mention }) => mention))
  if (!found) return text
  const handleOf = (name: string) => named.find(({ mention }) => mention === name)?.username ?? ''
  return text.replaceAll(found, name => `@${handleOf(name).replace(/^@/, '')}`)
}
