import { toMediaFile } from '#domain/media/rules.ts'
import { firstCommentProblem, messageProblem } from '#domain/networks/counting.ts'
import { mediaProblems } from '#domain/networks/media-rules.ts'
import type { MediaFile, PostType, Problem, SocialNetwork } from '#domain/networks/model.ts'
import { networks, takesMessage } from '#domain/networks/network.ts'
import type { PostSocial } from './model.ts'

/** What goes out on one network: the part of a post social that the network's rules look at. */
export type PostSocialContent = {
  social_network: SocialNetwork
  type: PostType
  message: string
  first_comment: string
  media: readonly MediaFile[]
  /** The link, or the main card of a carousel; `null` or left out when there is none. */
  link?: string | null
  /** How many further cards a link carousel has. */
  child_links?: number
}

/** The content of a post social as the wire carries it. Pictures of link cards count among the media. */
export function contentOf(
  postSocial: Pick<PostSocial, 'social_network' | 'type' | 'message' | 'first_comment' | 'attachments'>,
): PostSocialContent {
  const { social_network, type, message, first_comment, attachments } = postSocial
  return {
    social_network,
    type,
    message,
    first_comment,
    media: attachments.flatMap(({ object_data }) => (object_data && toMediaFile(object_data)) ?? []),
    link: attachments.find(({ description }) => description === 'link')?.extra_fields.link ?? null,
    child_links: attachments.filter(({ description }) => description === 'child-link').length,
  }
}

/**
 * Everything that the network would not take about a post social; empty when it can go out. Asked before scheduling,
 * sending to approval and publishing, and shown in the editor as "2 problems on Instagram".
 * A story carries no text: what stands there does not go out, and is no problem. (Document 2 sections 5 and 9.)
 */
export function postSocialProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type, media } = content
  // a type that is not taken says it all: nothing else can be judged
  if (!networks[network].types[type]) return mediaProblems(network, type, media)
  return [
    ...messageProblems(content),
    ...firstCommentProblems(content),
    ...mediaProblems(network, type, media),
    ...linkProblems(content),
  ]
}

/**
 * All that keeps a post social from going out: what its network would not take, and what Galley's adapter does not publish yet. Asked
 * before it is sent to approval, skips it or is published: a refusal at its time would come too late.
 */
export function outgoingProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type } = content
  const { types, publishes, label } = networks[network]
  const problems = postSocialProblems(content)
  if (!types[type] || publishes.includes(type)) return problems
  const text = `Galley does not publish this type of post on ${label} yet`
  return [{ code: 'type_not_published_yet', field: 'type', text, network }, ...problems]
}

/**
 * The first web address in a text, without the punctuation that ends its sentence, or `null`. A link post without a link
 * takes it. (Document 2 section 2, "Manage-post screen".)
 */
export function firstLink(text: string): string | null {
  const found = /https?:\/\/[^\s<>"]+/i.exec(text)?.[0].replace(sentenceEnd, '')
  if (!found) return null
  // a bracket that the address did not open belongs to the sentence
  return found.endsWith(')') && !found.includes('(') ? found.slice(0, -1).replace(sentenceEnd, '') : found
}

const sentenceEnd = /[.,;:!?'’”]+$/

function messageProblems({ social_network: network, type, message }: PostSocialContent): Problem[] {
  if (!takesMessage(network, type)) return []
  const isMissing = networks[network].types[type]?.text === 'required' && message.trim() === ''
  if (isMissing) return [{ code: 'message_required', field: 'message', text: 'Message is required', network }]
  const text = messageProblem(network, message)
  return text ? [{ code: 'message_too_long', field: 'message', text, network }] : []
}

function firstCommentProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type, first_comment: comment } = content
  const text = takesMessage(network, type) ? firstCommentProblem(network, comment) : null
  return text ? [{ code: 'first_comment_too_long', field: 'first_comment', text, network }] : []
}

function linkProblems({
  social_network: network,
  type,
  message,
  link,
  child_links,
}: PostSocialContent): Problem[] {
  const rules = networks[network].types[type]
  if (rules?.needsLink && !link && !firstLink(message)) {
    return [{ code: 'link_required', field: 'link', text: 'Link is required', network }]
  }
  if (!rules?.cards) return []
  const { min, max } = rules.cards
  const cards = (child_links ?? 0) + (link ? 1 : 0)
  if (cards < min)
    return [{ code: 'too_few_cards', field: 'link', text: `Add at least ${min} cards`, network }]
  if (cards <= max) return []
  return [{ code: 'too_many_cards', field: 'link', text: `A carousel has at most ${max} cards`, network }]
}
