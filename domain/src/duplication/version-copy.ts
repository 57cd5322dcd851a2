import { isEmptyText } from '#domain/kernel/text.ts'
import { toMediaFile } from '#domain/media/files.ts'
import { fittingType } from '#domain/networks/fitting-type.ts'
import { postTypeFor } from '#domain/networks/media-rules.ts'
import { isStory, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { takesMessage, typesTakenBy } from '#domain/networks/network.ts'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'
import { contentOf, outgoingProblems } from '#domain/posts/problems.ts'
import { takesAttachment } from '#domain/posts/shared-content.ts'

/** The part of a version that a duplicate is made of. */
export type CopySource = Pick<
  PostSocial,
  | 'social_network'
  | 'type'
  | 'message'
  | 'first_comment'
  | 'message_editor_state'
  | 'extra_fields'
  | 'attachments'
  | 'awaited_files'
  | 'follows_shared'
>

/**
 * What a version becomes on a network: the same content, but for what `lost` says in words. Never approvals, notes, status or what came
 * back from the network. (docs/product/duplicating.md "What is copied")
 */
export type VersionCopy = Omit<CopySource, 'awaited_files' | 'follows_shared'> & {
  readonly lost: readonly string[]
}

const filesIn = (attachments: CopySource['attachments']) =>
  attachments.flatMap(
    ({ description, object_data }) =>
      (description === 'media' && object_data && toMediaFile(object_data)) || [],
  )

/**
 * The type that a version has on another network: its own if the network takes it and it holds the files, otherwise one that does. Null: the
 * network takes no such post, so it is not offered. A story becomes nothing but a story.
 */
const copiedType = (network: SocialNetwork, source: CopySource): PostType | null => {
  const { type, social_network, attachments } = source
  if (network === social_network) return type
  const taken = typesTakenBy(network)
  if (isStory(type)) return taken.includes(type) ? type : null
  const files = filesIn(attachments)
  const link = attachments.some(({ description }) => description === 'link')
  const wanted = [type, postTypeFor(files, link), postTypeFor(files, false)].find(one => taken.includes(one))
  if (!wanted && files.length === 0) return null
  const fit = fittingType(network, wanted ?? type, files)
  return taken.includes(fit) ? fit : null
}

/** The version on this network, which may be its own; null if the network takes no such post. */
export const copyVersion = (source: CopySource, network: SocialNetwork): VersionCopy | null => {
  const type = copiedType(network, source)
  if (type === null) return null
  const { social_network, message, first_comment, message_editor_state, extra_fields } = source
  const isSame = network === social_network
  const attachments = isSame
    ? source.attachments
    : source.attachments.filter(({ description }) => takesAttachment(network, description)).map(withoutTags)
  return {
    social_network: network,
    type,
    message,
    first_comment,
    // The editor's own form marks mentions, which another network does not know.
    message_editor_state: isSame ? message_editor_state : null,
    extra_fields: isSame ? extra_fields : {},
    attachments,
    lost: [...leftBehind(source), ...(isSame ? [] : lostOn(network, source, type))],
  }
}

/** Keywords are each network's own. */
const withoutTags = (attachment: Attachment): Attachment => {
  const { content_tags: _, ...extra_fields } = attachment.extra_fields
  return { ...attachment, extra_fields }
}

const leftBehind = ({ awaited_files: names }: CopySource): string[] =>
  names.map(name => `${name} is not uploaded yet and stays behind`)

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)

const lostOn = (network: SocialNetwork, source: CopySource, type: PostType): string[] => {
  const { attachments, extra_fields, social_network, message, first_comment } = source
  const [label, from] = [networkNames[network], networkNames[social_network]]
  const cards = attachments.filter(({ description }) => !takesAttachment(network, description)).length
  const mentions = extra_fields.mentions?.length ?? 0
  const tags = attachments.some(({ extra_fields: { content_tags } }) => content_tags?.length)
  const hasText = !isEmptyText(message) || !isEmptyText(first_comment)
  return [
    ...(type === source.type ? [] : [`Becomes “${postTypeNames[type]}” on ${label}`]),
    ...(cards === 0 ? [] : [`${label} does not take ${counted(cards, 'the link card', 'link cards')}`]),
    ...(mentions === 0
      ? []
      : [
          `${counted(mentions, 'A mention', 'mentions')} of ${from} become${mentions === 1 ? 's' : ''} plain text`,
        ]),
    ...(tags || (extra_fields.content_tags?.length ?? 0) > 0 ? [`The keywords of ${from} are left out`] : []),
    ...(hasText && takesMessage(social_network, source.type) && !takesMessage(network, type)
      ? [`The text is not published in this type of post on ${label}`]
      : []),
  ]
}

/** What has to be mended in the copy before it can go out, in words. Nothing is cut off to make it fit. */
export const copyProblems = (copy: VersionCopy): string[] => {
  const content = contentOf({ ...copy, awaited_files: [], follows_shared: false })
  const label = networkNames[copy.social_network]
  return [
    ...outgoingProblems(content).flatMap(({ code, text }) => (code === 'video_converting' ? [] : [text])),
    ...(content.converting ?? []).map(name => `${name} will be converted for ${label}`),
  ]
}

/** The version that a network's copy is made of: its own, otherwise the one that says the shared content. */
export const sourceFor = <V extends CopySource>(versions: readonly V[], network: SocialNetwork): V | null =>
  versions.find(({ social_network }) => social_network === network) ??
  versions.find(({ follows_shared }) => follows_shared) ??
  versions[0] ??
  null
