import { countRemoved } from '#domain/kernel/removed-characters.ts'
import { plainLines } from '#domain/kernel/text.ts'
import { fittingType } from '#domain/networks/fitting-type.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { attachedContent } from '#domain/posts/attachments.ts'
import { editorStateOf } from '#domain/posts/editor-state.ts'
import { mentionsIn } from '#domain/posts/mentions.ts'
import type { Mention, PostSocial } from '#domain/posts/model.ts'
import type { PostSocialContent } from '#domain/posts/problems.ts'
import { takesAttachment } from '#domain/posts/shared-content.ts'
import type { PostSave } from '#web/features/posts/api.ts'
import {
  type DraftMedia,
  filesOf,
  inOneSave,
  mediaActions,
  mediaOf,
  orderedAttachments,
  sameMedia,
  withAttachments,
} from './draft-media.ts'

/** What somebody is writing for one network. */
export type Draft = {
  readonly type: PostType
  readonly message: string
  readonly firstComment: string
  /** Everybody chosen from the suggestions; those no longer in a text are not sent. */
  readonly mentions: readonly Mention[]
  readonly media: readonly DraftMedia[]
  /** The names of the files that are being uploaded, or whose upload has failed: the version is not complete without them. */
  readonly awaitedFiles: readonly string[]
  /** Whether it follows the shared content; otherwise it is adapted (docs/product/posts.md "Shared content"). */
  readonly isFollowing: boolean
}

/** The draft with its texts as they are stored; itself if they are so. Otherwise every save would seem to have changed it. */
export const asStored = (draft: Draft): Draft => {
  const [message, firstComment] = [plainLines(draft.message), plainLines(draft.firstComment)]
  const isStored = message === draft.message && firstComment === draft.firstComment
  const media = draft.media.map(withStoredTexts)
  return isStored && media.every((one, index) => one === draft.media[index])
    ? draft
    : { ...draft, message, firstComment, media }
}

/** Whether `asStored` takes more out of it than line breaks. */
export const losesCharacters = ({ message, firstComment, media }: Draft): boolean =>
  [message, firstComment, ...media.flatMap(({ extraFields }) => Object.values(extraFields))].some(
    text => typeof text === 'string' && countRemoved(text) > 0,
  )

const withStoredTexts = (media: DraftMedia): DraftMedia => {
  const isStored = Object.values(media.extraFields).every(
    value => typeof value !== 'string' || plainLines(value) === value,
  )
  if (isStored) return media
  const fields = Object.entries(media.extraFields).map(([name, value]) => [
    name,
    typeof value === 'string' ? plainLines(value) : value,
  ])
  return { ...media, extraFields: Object.fromEntries(fields) as DraftMedia['extraFields'] }
}

/** A draft without its message: what the parts of the page beside the message show. */
export type DraftParts = Omit<Draft, 'message'>

/** Whether two drafts of one version differ in nothing but the message, as they do after a key. */
export const sameParts = (a: Draft, b: Draft): boolean =>
  (Object.keys(a) as (keyof Draft)[]).every(part => part === 'message' || a[part] === b[part])

/** The draft of what is saved. */
export const draftOf = (saved: PostSocial): Draft => ({
  type: saved.type,
  message: saved.message,
  firstComment: saved.first_comment,
  mentions: saved.extra_fields.mentions ?? [],
  media: orderedAttachments(saved).map(mediaOf),
  awaitedFiles: saved.awaited_files,
  isFollowing: saved.follows_shared,
})

/** Only mentions still present in the texts are sent, each once (docs/product/hashtags.md "Mentions"). */
const presentMentions = ({ message, firstComment, mentions }: Draft): Mention[] => [
  ...new Map(mentionsIn(`${message}\n${firstComment}`, mentions).map(one => [one.mention, one])).values(),
]

const sameMentions = (a: Draft, b: Draft): boolean => {
  const ids = (draft: Draft) => presentMentions(draft).map(({ id, mention }) => `${mention} ${id}`)
  return ids(a).toSorted().join() === ids(b).toSorted().join()
}

/** Whether two drafts have the same in what versions share. */
export const sameTextsAndMedia = (a: Draft, b: Draft): boolean =>
  a.message === b.message && a.firstComment === b.firstComment && sameMedia(a.media, b.media)

/** Whether two drafts say the same. */
export const isSame = (a: Draft, b: Draft): boolean =>
  a.type === b.type &&
  a.isFollowing === b.isFollowing &&
  sameTextsAndMedia(a, b) &&
  sameMentions(a, b) &&
  a.awaitedFiles.join('/') === b.awaitedFiles.join('/')

/** Whether the draft holds unsaved changes. */
export const isChanged = (draft: Draft, saved: PostSocial): boolean => !isSame(draft, draftOf(saved))

/** The part of `PUT /postssocials` that turns what is saved into the draft. */
export const saveOf = (written: Draft, saved: PostSocial): PostSave['post_socials'][number] => {
  // Versions that follow are compared when they are saved, so each has its order at once.
  const draft = written.isFollowing ? { ...written, media: inOneSave(written.media) } : written
  return bodyOf(draft, saved)
}

const bodyOf = (draft: Draft, saved: PostSocial): PostSave['post_socials'][number] => ({
  id: saved.id,
  version: saved.version,
  type: draft.type,
  message: draft.message,
  first_comment: draft.firstComment,
  message_editor_state: editorStateOf(draft.message),
  extra_fields: { ...saved.extra_fields, mentions: presentMentions(draft) },
  media_actions: mediaActions(draft.media, saved),
  attachment_order: draft.media.flatMap(({ attachmentId }) => attachmentId ?? []),
  awaited_files: [...draft.awaitedFiles],
  follows_shared: draft.isFollowing,
})

/** The draft after a save, whether or not somebody typed on: new items get the attachments that the save created. */
export const afterSave = (draft: Draft, saved: PostSocial): Draft => ({
  ...asStored(draft),
  media: withAttachments(asStored(draft).media, saved),
})

/** What the network's rules check. */
export const contentOfDraft = (network: SocialNetwork, draft: Draft): PostSocialContent => ({
  social_network: network,
  type: draft.type,
  message: draft.message,
  first_comment: draft.firstComment,
  mentions: draft.mentions,
  awaited_files: draft.awaitedFiles,
  follows_shared: draft.isFollowing,
  ...attachedContent(
    draft.type,
    draft.media.map(({ data, thumbnail, description, extraFields, conversion }) => ({
      conversion,
      object_data: data,
      thumbnail_object_data: thumbnail?.data ?? null,
      description,
      extra_fields: extraFields,
    })),
  ),
})

/** The draft with other files; its type follows them. */
export const withMedia = (network: SocialNetwork, draft: Draft, media: readonly DraftMedia[]): Draft => ({
  ...draft,
  media,
  type: fittingType(network, draft.type, filesOf(media)),
})

/** The text, first comment and files of another network's draft, as far as this network has a type for them. */
export const copyInto = (network: SocialNetwork, target: Draft, source: Draft): Draft => {
  const takes = ({ description }: DraftMedia) => takesAttachment(network, description)
  const media = source.media.filter(takes).map(item => {
    const own = target.media.find(({ objectId }) => objectId !== null && objectId === item.objectId)
    return {
      ...item,
      // Each network has its own.
      conversion: own?.conversion,
      key: own?.key ?? `copy-${network}-${item.key}`,
      attachmentId: own?.description === item.description ? own.attachmentId : null,
    }
  })
  const type = networks[network].types[source.type] ? source.type : target.type
  // People have another id on every network, so mentions are not copied.
  const { mentions, awaitedFiles, isFollowing } = target
  return withMedia(network, { ...source, type, mentions, awaitedFiles, isFollowing }, media)
}
