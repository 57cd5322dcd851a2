import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { firstLink } from '#domain/posts/attachments.ts'
import type { Draft } from './draft.ts'
import type { DraftMedia, ExtraFields } from './draft-media.ts'

/** The link cards of a draft in their order, the main one first. */
export const cardsOf = (draft: Pick<Draft, 'media'>): readonly DraftMedia[] => [
  ...draft.media.filter(({ description }) => description === 'link'),
  ...draft.media.filter(({ description }) => description === 'child-link'),
]

/**
 * The draft with these cards. The first is the main one, which is stored once it has its link; the others may stay empty for a
 * while. A card that changes between the two roles becomes a new attachment.
 */
export const withCards = (draft: Draft, cards: readonly DraftMedia[]): Draft => {
  const placed = cards.map((card, index): DraftMedia => {
    const description = index === 0 ? 'link' : 'child-link'
    if (card.description === description) return card
    return {
      ...card,
      description,
      attachmentId: null,
      extraFields: { ...card.extraFields, is_child_link: description === 'child-link' },
    }
  })
  const kept = placed.filter(({ description, extraFields }) => description !== 'link' || extraFields.link)
  return { ...draft, media: [...draft.media.filter(({ description }) => description === 'media'), ...kept] }
}

/** An empty card. */
export const emptyCard = (
  key: string,
  description: 'link' | 'child-link',
  fields: ExtraFields = {},
): DraftMedia => ({
  key,
  description,
  attachmentId: null,
  objectId: null,
  data: null,
  thumbnail: null,
  extraFields: description === 'child-link' ? { ...fields, is_child_link: true } : fields,
})

/** The link of a link post, or null. */
export const linkOf = (draft: Pick<Draft, 'media'>): DraftMedia | null =>
  draft.media.find(({ description }) => description === 'link') ?? null

/** The draft with this link; null removes it. */
export const withLink = (draft: Draft, fields: ExtraFields | null, key: string): Draft => {
  const others = draft.media.filter(({ description }) => description !== 'link')
  const present = linkOf(draft)
  if (fields === null) return { ...draft, media: others }
  const link = present ? { ...present, extraFields: fields } : emptyCard(key, 'link', fields)
  return { ...draft, media: [...others, link] }
}

/**
 * A link-type post takes its link from the first address in the message on leaving the field, if it has no link yet
 * (docs/product/posts.md "Links"). Returns the same draft if there is nothing to take.
 */
export const withLinkFromMessage = (network: SocialNetwork, draft: Draft, key: string): Draft => {
  if (!networks[network].types[draft.type]?.needsLink || linkOf(draft)) return draft
  const link = firstLink(draft.message)
  return link === null ? draft : withLink(draft, { link }, key)
}
