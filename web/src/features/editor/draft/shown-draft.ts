import { linkStyles } from '#domain/networks/link-words.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { publicTexts } from '#domain/networks/public-text.ts'
import { firstLink } from '#domain/posts/attachments.ts'
import { linkOfCard } from '#domain/posts/link-cards.ts'
import type { LinkedPage } from '#domain/posts/model.ts'
import {
  type PreviewContent,
  shownComment,
  shownParts,
} from '#web/features/posts/previews/preview-content.ts'
import type { Draft, DraftParts } from './draft.ts'
import { linkOf } from './draft-cards.ts'
import type { Entry } from './draft-entries.ts'

/** The files and cards of a draft; `message` matters only to a card of its first link. */
export const partsOf = (
  network: SocialNetwork,
  { type, media }: DraftParts,
  message: string,
  linked: LinkedPage | null,
): Pick<PreviewContent, 'media' | 'cards'> =>
  shownParts(
    network,
    type,
    message,
    media.map(({ key, data, thumbnail, description, extraFields: fields }) => ({
      key,
      data,
      description,
      fields,
      thumbnail: thumbnail?.data ?? null,
    })),
    linked,
  )

/** The address in the message that a link post without a link shows, or that the network makes a card of; or an empty text. */
export const shownLink = (network: SocialNetwork, draft: Draft): string => {
  const { readsText } = linkStyles[network]
  const isShown =
    draft.type === 'text' ? readsText : draft.type === 'link' && (readsText || linkOf(draft) === null)
  return isShown ? (firstLink(draft.message) ?? '') : ''
}

/** A draft as its public would see it. */
export const contentOf = ({ saved, draft }: Entry): PreviewContent => ({
  network: saved.social_network,
  type: draft.type,
  ...publicTexts(saved.social_network, {
    message: draft.message,
    mentions: draft.mentions,
    firstComment: shownComment(saved, draft.firstComment),
    link: linkOfCard(draft.type, linkOf(draft)?.extraFields.link, draft.message),
  }),
  ...partsOf(saved.social_network, draft, draft.message, saved.linked_page),
})
