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
  if (description === 'link' || link !== '') {
    const problem = linkProblem(link)
    if (problem) return problem
  }
  return cardTextProblem('name', name) ?? cardTextProblem('description', text)
}

/** Why an address is no link, in the documents' words, or null. (Document 2 section 5, "Link field".) */
export const linkProblem = (link: string): string | null => {
  if (link === '') return 'Link is required'
  return isWebAddress(link) ? null : 'Please enter a valid url adress'
}

/** Why a card's name or description is not possible, or null; it may be left out. (Document 2 section 5: 3 to 255 characters.) */
export const cardTextProblem = (field: 'name' | 'description', text: string): string | null => {
  if (text === '' || (text.length >= SHORTEST && text.length <= LONGEST)) return null
  return `${field === 'name' ? 'Name' : 'Description'} must have 3 to 255 characters`
}

const SHORTEST = 3
const LONGEST = 255

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text)
