import type { Mention } from './model.ts'

/**
 * The mentions whose name is still in the text, as a whole word: `@ann` is not in `@anna`. Only these are kept and sent.
 * (docs/product/hashtags.md "Mentions")
 */
export const mentionsIn = (text: string, mentions: readonly Mention[]): Mention[] =>
  mentions.filter(({ mention }) => mention !== '' && standsIn(text, mention))

const standsIn = (text: string, name: string): boolean => {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    // a dot belongs to the name only if the name continues after it
    if (!/^\.*[\p{L}\p{N}_]/u.test(text.slice(at + name.length))) return true
  }
  return false
}
