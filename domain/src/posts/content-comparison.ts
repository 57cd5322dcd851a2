import { changedParts } from './content.ts'
import { contentOfKept, type KeptContent } from './kept-content.ts'

type Sides<T> = { readonly before: T; readonly after: T }
type KeptAttachment = KeptContent['attachments'][number]

/** What differs between two contents of one version; null where they are the same. */
export type ContentDifference = {
  /** In words for people, as `changedParts` gives them. */
  readonly parts: string[]
  readonly text: Sides<string> | null
  readonly first_comment: Sides<string> | null
  /** All files of both, in their order. */
  readonly media: Sides<readonly KeptAttachment[]> | null
  /** The addresses of links and cards. */
  readonly links: Sides<string[]> | null
}

/** What differs between two contents; null if nothing does (docs/product/approvals.md "Earlier versions"). */
export const compareContents = (before: KeptContent, after: KeptContent): ContentDifference | null => {
  const parts = changedParts(contentOfKept(before), contentOfKept(after))
  if (parts.length === 0) return null
  return {
    parts,
    text: sidesIfOther(before.message, after.message),
    first_comment: sidesIfOther(before.first_comment, after.first_comment),
    // The same bytes are the same file, whichever upload they are.
    media: isSameMedia(before, after) ? null : { before: filesOf(before), after: filesOf(after) },
    links: sidesIfOther(linksOf(before), linksOf(after)),
  }
}

const sidesIfOther = <T>(before: T, after: T): Sides<T> | null =>
  JSON.stringify(before) === JSON.stringify(after) ? null : { before, after }

const isSameMedia = (before: KeptContent, after: KeptContent): boolean => {
  const files = (content: KeptContent) =>
    contentOfKept(content).attachments.filter(({ description }) => description === 'media')
  return sidesIfOther(files(before), files(after)) === null
}

const filesOf = ({ attachments }: KeptContent): KeptAttachment[] =>
  attachments.filter(({ description }) => description === 'media')

const linksOf = ({ attachments }: KeptContent): string[] =>
  attachments.flatMap(({ description, extra_fields: { link } }) =>
    description === 'media' || !link ? [] : [link],
  )
