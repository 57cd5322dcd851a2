import { countText } from '#domain/kernel/count-text.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { characterProblem, firstCommentProblem, messageProblem } from '#domain/networks/counting.ts'
import { instagramHashtags, instagramMentions } from '#domain/networks/instagram-counting.ts'
import { mediaProblems } from '#domain/networks/media-rules.ts'
import type { PostType, Problem, SocialNetwork } from '#domain/networks/model.ts'
import { networks, takesMessage } from '#domain/networks/network.ts'
import { publicMessage } from '#domain/networks/public-text.ts'
import { cashtags } from '#domain/networks/twitter-counting.ts'
import { type AttachedContent, attachedContent, firstLink } from './attachments.ts'
import { linkOfCard } from './link-cards.ts'
import type { Mention, PostSocial } from './model.ts'
import { takesAttachment } from './shared-content.ts'

/** What is published on one network: the part of a post social that the network's rules check. */
export type PostSocialContent = AttachedContent & {
  social_network: SocialNetwork
  type: PostType
  message: string
  first_comment: string
  mentions: readonly Mention[]
  /** The names of the files that are still being uploaded for it. */
  awaited_files: readonly string[]
  /** Whether it follows the shared content, which may have what its network cannot take. */
  follows_shared: boolean
}

/** The content of a post social as the wire carries it. Pictures of link cards count among the media. */
export function contentOf(
  postSocial: Pick<
    PostSocial,
    | 'social_network'
    | 'type'
    | 'message'
    | 'first_comment'
    | 'extra_fields'
    | 'attachments'
    | 'awaited_files'
    | 'follows_shared'
  >,
): PostSocialContent {
  const { extra_fields, attachments, ...content } = postSocial
  const { social_network, type, message, first_comment, awaited_files, follows_shared } = content
  const texts = { message, first_comment, mentions: extra_fields.mentions ?? [] }
  return {
    social_network,
    type,
    ...texts,
    awaited_files,
    follows_shared,
    ...attachedContent(type, attachments),
  }
}

/**
 * Everything that the network would not accept about a post social; empty if it can be published. Checked before sending to approval,
 * skipping it and publishing, and shown in the editor as "2 problems on Instagram".
 * A story has no text: text there is not published and not a problem. (docs/product/posts.md "Problems")
 */
export function postSocialProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type, media } = content
  // if the type is not accepted, nothing else can be checked
  if (!networks[network].types[type]) return mediaProblems(network, type, media)
  return [
    ...messageProblems(content),
    ...firstCommentProblems(content),
    ...hashtagProblems(content),
    ...mentionProblems(content),
    ...cashtagProblems(content),
    ...awaitedProblems(content),
    ...convertingProblems(content),
    ...copyingProblems(content),
    ...mediaProblems(network, type, media),
    ...sharedLinkProblems(content),
    ...linkProblems(content),
  ]
}

/**
 * Everything that prevents publishing a post social: what its network would not accept, and what Galley's adapter does not publish yet.
 * Checked before it is sent for approval, skips it or is published: a refusal at the due time would come too late.
 */
export function outgoingProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type } = content
  const { types, publishes, label } = networks[network]
  const problems = postSocialProblems(content)
  if (!types[type] || publishes.includes(type)) return problems
  const text = `Galley does not publish this type of post on ${label} yet`
  return [{ code: 'type_not_published_yet', field: 'type', text, network }, ...problems]
}

/** The type comes first: texts are checked only for a type that the network accepts. */
const judgesTexts = ({ social_network: network, type }: PostSocialContent): boolean =>
  networks[network].types[type] !== undefined && takesMessage(network, type)

function messageProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type, message, mentions, link } = content
  if (!judgesTexts(content)) return []
  const isMissing = networks[network].types[type]?.text === 'required' && isEmptyText(message)
  if (isMissing) return [{ code: 'message_required', field: 'message', text: 'Message is required', network }]
  const length = messageProblem(network, message, mentions, linkOfCard(type, link ?? undefined, message))
  const character = characterProblem(network, message)
  return [
    ...problemsOf(length, { code: 'message_too_long', field: 'message', network }),
    ...problemsOf(character, { code: 'message_character_refused', field: 'message', network }),
  ]
}

function firstCommentProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, first_comment: comment } = content
  if (!judgesTexts(content)) return []
  const length = firstCommentProblem(network, comment)
  const character = characterProblem(network, comment)
  return [
    ...problemsOf(length, { code: 'first_comment_too_long', field: 'first_comment', network }),
    ...problemsOf(character, { code: 'first_comment_character_refused', field: 'first_comment', network }),
  ]
}

/** Each one as often as it stands there, in the message and the first comment together. Only Instagram has a limit, so its counting is used. */
function hashtagProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, message, first_comment: comment } = content
  const { maxHashtags: max, label } = networks[network]
  if (max === null || !judgesTexts(content)) return []
  const inMessage = instagramHashtags(message)
  const count = inMessage + instagramHashtags(comment)
  if (count <= max) return []
  const text = `${label} accepts at most ${max} hashtags in the message and first comment together. Remove ${count - max} of ${count}.`
  // The list leads to the text that has more than fits by itself, otherwise to what was added to it.
  return [{ code: 'too_many_hashtags', field: inMessage > max ? 'message' : 'first_comment', text, network }]
}

/** Of each text by itself, with the usernames that stand for names in it. */
function mentionProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, message, first_comment: comment, mentions } = content
  const { maxMentions: max, label } = networks[network]
  if (max === null || !judgesTexts(content)) return []
  const texts = [
    ['message', publicMessage(network, { message, mentions, link: null }).text],
    ['first_comment', comment],
  ] as const
  return texts.flatMap(([field, written]): Problem[] => {
    const count = instagramMentions(written)
    const text = `${label} accepts at most ${max} mentions. Remove ${count - max} of ${count}.`
    return count > max ? [{ code: 'too_many_mentions', field, text, network }] : []
  })
}

/** Of each text by itself: the first comment is a tweet of its own. Only Twitter has a limit, so its counting is used. */
function cashtagProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, message, first_comment } = content
  const { maxCashtags: max, label } = networks[network]
  if (max === null || !judgesTexts(content)) return []
  const texts = [
    ['message', message],
    ['first_comment', first_comment],
  ] as const
  return texts.flatMap(([field, written]): Problem[] => {
    const count = cashtags(written)
    const text = `${label} accepts at most ${countText(max, 'cashtag')}, like $ACME. Remove ${count - max} of ${count}.`
    return count > max ? [{ code: 'too_many_cashtags', field, text, network }] : []
  })
}

const problemsOf = (text: string | null, problem: Omit<Problem, 'text'>): Problem[] =>
  text === null ? [] : [{ ...problem, text }]

/** What somebody is uploading is not part of the post yet: without this, two of three photos could go out. */
function awaitedProblems({ social_network: network, awaited_files: names }: PostSocialContent): Problem[] {
  if (names.length === 0) return []
  const text =
    names.length === 1 ? `${names[0]} is not uploaded yet` : `${names.length} files are not uploaded yet`
  return [{ code: 'files_awaited', field: 'media', text, network }]
}

/** The network would refuse the original. */
function convertingProblems({ social_network: network, converting = [] }: PostSocialContent): Problem[] {
  return converting.map(name => ({
    code: 'video_converting',
    field: 'media',
    network,
    text: `${name} is being converted for ${networks[network].label}`,
  }))
}

/** Its bytes are not there yet: it would be published without them. */
function copyingProblems({ social_network: network, copying = [] }: PostSocialContent): Problem[] {
  return copying.map(name => ({
    code: 'files_copying',
    field: 'media',
    network,
    text: `${name} has not been copied yet`,
  }))
}

/** A version that follows keeps the links of the others even where its network has no place for them, so that they are not dropped unseen. */
function sharedLinkProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, follows_shared, link, child_links = 0 } = content
  const isTaken =
    (!link || takesAttachment(network, 'link')) &&
    (child_links === 0 || takesAttachment(network, 'child-link'))
  if (!follows_shared || isTaken) return []
  const text = `${networks[network].label} does not take the link of the shared post: adapt this version, or remove the link`
  return [{ code: 'link_not_taken', field: 'link', text, network }]
}

function linkProblems(content: PostSocialContent): Problem[] {
  const { social_network: network, type, message, link } = content
  const rules = networks[network].types[type]
  if (rules?.needsLink && !link && !firstLink(message)) {
    return [{ code: 'link_required', field: 'link', text: 'Link is required', network }]
  }
  if (!rules?.cards) return []
  return [...cardCountProblems(content, rules.cards), ...cardProblems(content)]
}

function cardCountProblems(
  { social_network: network, link, child_links }: PostSocialContent,
  { min, max }: { min: number; max: number },
): Problem[] {
  const cards = (child_links ?? 0) + (link ? 1 : 0)
  if (cards < min)
    return [{ code: 'too_few_cards', field: 'link', text: `Add at least ${min} cards`, network }]
  if (cards <= max) return []
  return [{ code: 'too_many_cards', field: 'link', text: `A carousel has at most ${max} cards`, network }]
}

function cardProblems({
  social_network: network,
  link,
  loose_files = 0,
  cards_without_link = [],
}: PostSocialContent): Problem[] {
  const without = [...(link ? [] : [0]), ...cards_without_link]
  const loose: Problem[] =
    loose_files === 0
      ? []
      : [
          {
            code: 'too_many_files',
            field: 'media',
            text: 'A link carousel has only its cards: remove the other files',
            network,
          },
        ]
  return [
    ...without.map(
      (card): Problem => ({
        code: 'card_without_link',
        field: 'link',
        network,
        index: card,
        text: `${card === 0 ? 'Main link card' : `Card ${card + 1}`}: Link is required`,
      }),
    ),
    ...loose,
  ]
}
