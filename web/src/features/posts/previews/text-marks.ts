import { hashtagSource } from '#domain/kernel/hashtags.ts'

/**
 * What is highlighted in a message. A mention is an at sign, then word characters, dots or underscores
 * (docs/product/hashtags.md "Mentions").
 */
export type MarkKind = 'link' | 'hashtag' | 'mention'
export type TextPart = { readonly start: number; readonly text: string; readonly kind: MarkKind | null }

const linkSource = String.raw`https?:\/\/[^\s<>"]*[^\s<>".,;:!?'’”)]`
/** A group that never matches. */
const nothing = '(?!)'
const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
const kinds: readonly MarkKind[] = ['link', 'hashtag', 'mention', 'mention']

/**
 * A text cut into plain and marked parts, in order; joined they are the text.
 * @param typedMention what the network links by itself; null: nothing
 * @param names of mentioned pages, which are links without an at sign
 */
export const partsOf = (
  text: string,
  typedMention: RegExp | null,
  names: readonly string[] = [],
): TextPart[] => {
  const pages = names.toSorted((a, b) => b.length - a.length).map(escaped)
  const sources = [linkSource, hashtagSource, typedMention?.source ?? nothing, pages.join('|') || nothing]
  const anyMark = new RegExp(sources.map(source => `(${source})`).join('|'), 'gu')
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(anyMark)) {
    if (match.index > end) parts.push({ start: end, text: text.slice(end, match.index), kind: null })
    const kind = kinds.find((_, index) => match[index + 1] !== undefined) ?? null
    parts.push({ start: match.index, text: match[0], kind })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end), kind: null })
  return parts
}

/**
 * The same while somebody types: punctuation at the end belongs to the mark until the next character decides. A mark that
 * dropped its dot and took it back with the next letter would move the caret.
 */
const typed: Readonly<Record<MarkKind, RegExp>> = {
  link: /https?:\/\/[^\s<>"]+/u,
  hashtag: new RegExp(hashtagSource, 'u'),
  mention: /(?<![\p{L}\p{N}_.@/])@[\w.]+/u,
}

/** Finds the first mark of a kind, for an editor that colours while somebody types. */
export const firstTyped =
  (kind: MarkKind) =>
  (text: string): { start: number; end: number } | null => {
    const found = typed[kind].exec(text)
    return found && { start: found.index, end: found.index + found[0].length }
  }
