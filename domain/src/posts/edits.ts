import { type Content, changedParts } from './content.ts'

/** Saves of one person with shorter pauses than this, in minutes, are one edit (docs/product/approvals.md "Activity"). */
export const EDIT_PAUSE_MINUTES = 10

/** The latest edits of a post after which its content is kept (docs/product/approvals.md "Earlier versions"). */
export const SNAPSHOTS_MAX = 100

/** What an edit changed in one version. Texts and the number of files are null where they stayed as they were. */
export type VersionEdit = {
  readonly social_network: Content['social_network']
  /** In words for people, as `changedParts` gives them. */
  readonly parts: readonly string[]
  readonly message_before: string | null
  readonly message_after: string | null
  readonly first_comment_before: string | null
  readonly first_comment_after: string | null
  readonly media_before: number | null
  readonly media_after: number | null
}

/** What differs between a version before and after a save; null if nothing does. */
export const versionEdit = (before: Content, after: Content): VersionEdit | null => {
  const parts = changedParts(before, after)
  if (parts.length === 0) return null
  const ifChanged = <T>(part: string, value: T): T | null => (parts.includes(part) ? value : null)
  return {
    social_network: after.social_network,
    parts,
    message_before: ifChanged('text', before.message),
    message_after: ifChanged('text', after.message),
    first_comment_before: ifChanged('first comment', before.first_comment),
    first_comment_after: ifChanged('first comment', after.first_comment),
    media_before: ifChanged('media', countMedia(before)),
    media_after: ifChanged('media', countMedia(after)),
  }
}

const countMedia = ({ attachments }: Content): number =>
  attachments.filter(({ description }) => description === 'media').length

/** Characters that are shown around a change, and at most of a change. */
const AROUND = 60
const WORDS_MAX = 2000

/**
 * The stretch in which two texts differ, with some words around it, so that a small change of a long text stays small to send and to
 * read. `…` stands where something was left out. Null if they are the same.
 */
export const changedWords = (before: string, after: string): { before: string; after: string } | null => {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let same = 0
  while (same < shorter && before[same] === after[same]) same++
  let sameAtEnd = 0
  while (sameAtEnd < shorter - same && before.at(-1 - sameAtEnd) === after.at(-1 - sameAtEnd)) sameAtEnd++
  const start = wordStart(before, same)
  const end = wordEnd(before, before.length - sameAtEnd)
  const cut = (text: string, to: number) => {
    const isLong = to - start > WORDS_MAX
    const stop = isLong ? wholeSign(text, start + WORDS_MAX) : to
    return `${start > 0 ? '…' : ''}${text.slice(start, stop)}${stop < text.length ? '…' : ''}`
  }
  return { before: cut(before, end), after: cut(after, end + after.length - before.length) }
}

/** Where a word begins, at least `AROUND` characters before this place if there are as many. */
const wordStart = (text: string, place: number): number => {
  if (place <= AROUND) return 0
  const space = text.slice(0, place - AROUND).search(/\s\S*$/u)
  const isNear = space >= 0 && place - AROUND - space <= AROUND
  return isNear ? space + 1 : wholeSign(text, place - AROUND)
}

/** Where a word ends, at least `AROUND` characters after this place if there are as many. */
const wordEnd = (text: string, place: number): number => {
  if (text.length - place <= AROUND) return text.length
  const toSpace = text.slice(place + AROUND, place + 2 * AROUND).search(/\s/u)
  return wholeSign(text, place + AROUND + Math.max(toSpace, 0))
}

/** The same place, or the one before where it would split a sign of two code units. */
const wholeSign = (text: string, place: number): number =>
  /^[\uDC00-\uDFFF]/.test(text.slice(place, place + 1)) ? place - 1 : place
