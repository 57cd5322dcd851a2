import type { z } from 'zod'
import type { attachmentDescriptions, attachmentExtraFields } from '#domain/posts/model.ts'

type Fields = z.output<typeof attachmentExtraFields>

/** An attachment as it is about to be stored: `hasFile` says whether it names an uploaded file. */
export type AttachmentDraft = {
  readonly description: (typeof attachmentDescriptions)[number]
  readonly hasFile: boolean
  readonly hasThumbnail?: boolean
  readonly extra_fields: Fields
}

/**
 * Why an attachment cannot be stored, in words, or null. A link needs its address; the cards of a carousel are saved while they are
 * still empty, but what stands in them must be right. (Document 2 section 5, "Link field".)
 */
export const attachmentProblem = (draft: AttachmentDraft): string | null => {
  const { description, hasFile, hasThumbnail = false, extra_fields } = draft
  if (description === 'media') return hasFile ? null : 'Choose a file'
  if (hasThumbnail) return 'Only a video has a thumbnail'
  const { link = '', name = '', description: text = '' } = extra_fields
  if (description === 'link' && link === '') return 'Link is required'
  if (link !== '' && !isWebAddress(link)) return 'Please enter a valid url adress'
  if (name !== '' && name.length < SHORTEST) return 'Name must have 3 to 255 characters'
  return text !== '' && text.length < SHORTEST ? 'Description must have 3 to 255 characters' : null
}

/** Of a card's name and description (document 2 section 5); the longest, 255, stands in the contract. */
const SHORTEST = 3

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
