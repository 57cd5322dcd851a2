import type { z } from 'zod'
import { isConverting, toMediaFile } from '#domain/media/files.ts'
import type { MediaFile, PostType } from '#domain/networks/model.ts'
import { addressStart, withoutSentence } from '#domain/projects/web-addresses.ts'
import type { Attachment, attachmentDescriptions, attachmentExtraFields } from './model.ts'

type Fields = z.output<typeof attachmentExtraFields>

/** An attachment as it is about to be stored: `hasFile` says whether it names an uploaded file. */
export type AttachmentDraft = {
  readonly description: (typeof attachmentDescriptions)[number]
  readonly hasFile: boolean
  readonly extra_fields: Fields
}

/**
 * Why an attachment cannot be stored, in words, or null. A link needs its address; the cards of a carousel are saved even while they are
 * empty, but what is filled in must be valid. (docs/product/posts.md "Links")
 */
export const attachmentProblem = (draft: AttachmentDraft): string | null => {
  const { description, hasFile, extra_fields } = draft
  if (description === 'media') return hasFile ? null : 'Choose a file'
  if (description === 'link' && hasFile) return 'A link has no file'
  const { link = '', name = '', description: text = '' } = extra_fields
  if (description === 'link' || link !== '') {
    const problem = linkProblem(link)
    if (problem) return problem
  }
  return cardTextProblem('name', name) ?? cardTextProblem('description', text)
}

/** Why an address is not a valid link, or null. Fixed wording (docs/product/posts.md "Links"). */
export const linkProblem = (link: string): string | null => {
  if (link === '') return 'Link is required'
  return isWebAddress(link) ? null : 'Please enter a valid url adress'
}

/** Why a card's name or description is invalid, or null; it may be left out. (docs/product/posts.md "Link cards") */
export const cardTextProblem = (field: 'name' | 'description', text: string): string | null => {
  if (text === '' || (text.length >= SHORTEST && text.length <= LONGEST)) return null
  return `${field === 'name' ? 'Name' : 'Description'} must have 3 to 255 characters`
}

const SHORTEST = 3
const LONGEST = 255

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)

/** The content of a post social besides its texts. */
export type AttachedContent = {
  /** The files that are published: the pictures of its cards for a link carousel, otherwise the media. */
  media: readonly MediaFile[]
  /** Media that do not fit into a link carousel. */
  loose_files?: number
  /** The link, or the main card of a carousel; `null` or left out when there is none. */
  link?: string | null
  /** The names of the videos that are being converted for it. */
  converting?: readonly string[]
  /** The names of the files that have not arrived from another project. */
  copying?: readonly string[]
  /** The number of further cards of a link carousel. */
  child_links?: number
  /** Which of the further cards, from 1, have no link yet. */
  cards_without_link?: readonly number[]
}

/** The picture on a card: the one chosen for it, otherwise its own file; null if the linked page's picture is used. */
export const cardPicture = (
  card: Pick<Attachment, 'object_data' | 'thumbnail_object_data'>,
): Attachment['object_data'] => card.thumbnail_object_data ?? card.object_data

/** The attachments of a post social as the rules see them, whether they are saved or still in the editor. */
export function attachedContent(
  type: PostType,
  attachments: readonly Pick<
    Attachment,
    'object_data' | 'thumbnail_object_data' | 'description' | 'extra_fields' | 'conversion' | 'replication'
  >[],
): AttachedContent {
  const isCards = type === 'link_carousel'
  const media = attachments.filter(({ object_data, description }) => object_data && description === 'media')
  const cards = attachments.filter(({ description }) => description !== 'media')
  const children = attachments.filter(({ description }) => description === 'child-link')
  return {
    media: isCards
      ? cards.map(cardPicture).flatMap(data => (data && toMediaFile(data)) ?? [])
      : media.flatMap(({ object_data, conversion }) => {
          const file = object_data && toMediaFile(object_data)
          return file ? [{ ...file, ...(isConverting(conversion) ? { converting: true } : {}) }] : []
        }),
    converting: media.flatMap(({ object_data, conversion }) =>
      object_data && isConverting(conversion) ? [object_data.original_name] : [],
    ),
    copying: attachments.flatMap(({ replication, object_data, thumbnail_object_data }) =>
      replication ? [(object_data ?? thumbnail_object_data)?.original_name ?? 'A file'] : [],
    ),
    loose_files: isCards ? media.length : 0,
    link: attachments.find(({ description }) => description === 'link')?.extra_fields.link ?? null,
    child_links: children.length,
    cards_without_link: children.flatMap(({ extra_fields }, index) => (extra_fields.link ? [] : [index + 1])),
  }
}

/** The first web address in a text, or `null`. A link post without a link uses it. (docs/product/posts.md "Links") */
export function firstLink(text: string): string | null {
  const found = new RegExp(`${addressStart}+`, 'i').exec(text)?.[0]
  return found === undefined ? null : withoutSentence(found)
}
