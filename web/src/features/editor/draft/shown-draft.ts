import { firstLink } from '#domain/posts/attachments.ts'
import {
  type PreviewContent,
  shownComment,
  shownParts,
} from '#web/features/posts/previews/preview-content.ts'
import { linkOf } from '../cards/draft-cards.ts'
import type { Draft, DraftParts } from './draft.ts'
import type { Entry } from './draft-entries.ts'

/** The files and cards of a draft; `message` matters only to a link post that has no link yet. */
export const partsOf = (
  { type, media }: DraftParts,
  message: string,
): Pick<PreviewContent, 'media' | 'cards'> =>
  shownParts(
    type,
    message,
    media.map(({ key, data, thumbnail, description, extraFields: fields }) => ({
      ...{ key, data, description, fields, thumbnail: thumbnail?.data ?? null },
    })),
  )

/** The address in the message that a link post without a link shows, or an empty text. */
export const shownLink = (draft: Draft): string =>
  draft.type === 'link' && linkOf(draft) === null ? (firstLink(draft.message) ?? '') : ''

/** A draft as its public would see it. */
export const contentOf = ({ saved, draft }: Entry): PreviewContent => ({
  network: saved.social_network,
  type: draft.type,
  message: draft.message,
  firstComment: shownComment(saved, draft.firstComment),
  ...partsOf(draft, draft.message),
})
