import { createHash } from 'node:crypto'
import sharp from 'sharp'
import {
  isStory,
  type MediaKind,
  type PostType,
  type SocialNetwork,
  socialNetworks,
} from '#domain/networks/model.ts'
import { networks, takesMessage } from '#domain/networks/network.ts'
import type { PostSocialStatus } from '#domain/posts/status.ts'
import { mediaFile } from '#sandbox/testing/start.ts'
import { nextNumber, type TestProject } from '../people.ts'
import { buildPost, type TestAttachment, type TestSocial } from '../posts.ts'
import { type PublishingStage, storeMedia, type TestFile } from '../publishing/publishing.ts'

/** Red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

/** A file that was approved. `colour`: of a photo that the network accepts only in converted form; otherwise null. */
export type ApprovedFile = {
  readonly kind: MediaKind
  readonly sha256: string
  readonly altText: string
  readonly colour: Colour | null
}

/**
 * What people approved, as it must appear on the network. The test writes it down before the product sees the post, so that nothing
 * the product reads, derives or loses on the way can change it.
 */
export type ApprovedPost = {
  readonly network: SocialNetwork
  readonly accountId: string
  readonly text: string
  /** In order. */
  readonly files: readonly ApprovedFile[]
  /** The links of the post or its cards, in order; a network that shows links in the text has them there instead. */
  readonly links: readonly string[]
  /** Empty: none. */
  readonly comment: string
  readonly isStory: boolean
  readonly dueAt: Date
}

export type DuePost = { readonly postId: number; readonly socialId: number; readonly scheduleId: number }

/** How long after it is built a post is due. Every third one has enough time to go out too early, if it could. */
const dueInMs = (postId: number): number => (postId % 3 === 0 ? 700 : 50)

/** Where a post's link is shown, and whether photos are converted for the network. */
export const traits: Readonly<
  Record<SocialNetwork, { readonly showsLinksIn: 'text' | 'card'; readonly takesOnlyJpeg?: true }>
> = {
  facebook: { showsLinksIn: 'card' },
  instagram: { showsLinksIn: 'card', takesOnlyJpeg: true },
  linkedin: { showsLinksIn: 'card' },
  twitter: { showsLinksIn: 'text' },
}

type Draft = {
  readonly network: SocialNetwork
  readonly accountId: string
  readonly type: PostType
  /** Of a single video: higher than wide, which Facebook takes by other calls. */
  readonly isUpright?: boolean
  /** Given to both of two posts with the same content. */
  readonly words?: string
  /** By default `approved`. */
  readonly status?: PostSocialStatus
  /** Whether the post also has a version for another network, which nobody has approved. */
  readonly hasOtherVersion?: boolean
}

export type BuiltPost = {
  readonly post: DuePost
  readonly approved: ApprovedPost
  /** What counts as approved once someone who may approve has changed the text to this. */
  reworded(words: string): ApprovedPost
}

/** A post that is about to be due, and what of it may go out. */
export const buildApprovedPost = async (
  stage: PublishingStage,
  project: TestProject,
  {
    network,
    accountId,
    type,
    isUpright,
    words = someWords(),
    status = 'approved',
    hasOtherVersion = true,
  }: Draft,
): Promise<BuiltPost> => {
  const hasText = takesMessage(network, type)
  const message = hasText ? words : ''
  const comment = hasText ? `Comment on ${words}` : ''
  const files = await Promise.all(filesOf(network, type, isUpright).map(make => make()))
  const links = type === 'link' ? [linkOf('menu')] : type === 'link_carousel' ? cardNames.map(linkOf) : []
  const attachments: TestAttachment[] = []
  for (const { altText, ...file } of files)
    attachments.push({
      media_id: await storeMedia(stage, project, file),
      description: 'media',
      extra_fields: altText ? { alt_text: altText } : {},
    })
  for (const [index, link] of links.entries())
    attachments.push({
      media_id: null,
      description: index === 0 ? 'link' : 'child-link',
      extra_fields: { link, title: `Card ${index}` },
    })
  const other = socialNetworks.find(each => each !== network) ?? network
  const another = { network: other, message: `Another version of ${words}`, first_comment: 'Not this one' }
  const socials: TestSocial[] = [
    { network, message, first_comment: comment, attachments, status },
    ...(hasOtherVersion ? [{ ...another, status: 'draft' } as const] : []),
  ]
  const { postId, socialIds, scheduleId } = await buildPost(stage.db, project, {
    type,
    socials,
    schedule: { date: '2026-01-01', time: '10:00' },
  })
  const dueAt = new Date(Date.now() + dueInMs(postId))
  await stage.db
    .updateTable('schedules')
    .set({ datetime: dueAt })
    .where('id', '=', scheduleId ?? 0)
    .execute()
  const { showsLinksIn } = traits[network]
  const inText = showsLinksIn === 'text' ? links : []
  const textOf = (said: string) => (hasText ? [said, ...inText].join('\n') : '')
  const approved: ApprovedPost = {
    network,
    accountId,
    comment,
    dueAt,
    isStory: isStory(type),
    text: textOf(message),
    files: files.map(file => approvedFile(network, file)),
    links: showsLinksIn === 'text' ? [] : links,
  }
  return {
    post: { postId, socialId: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 },
    approved,
    reworded: said => ({ ...approved, text: textOf(said) }),
  }
}

/** A text that no other post has, with characters that networks escape. */
export const someWords = (): string =>
  `Cell ${nextNumber()}_${Math.random().toString(36).slice(2)}: fresh & "hot" (today) #Harbor`

const cardNames = ['shop', 'beans', 'cups', 'filters']
const linkOf = (name: string): string => `https://example.com/${name}/${nextNumber()}`

type NewFile = TestFile & { readonly altText: string; readonly colour: Colour }

const approvedFile = (network: SocialNetwork, { bytes, kind, contentType, altText, colour }: NewFile) => ({
  kind,
  altText,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  colour: traits[network].takesOnlyJpeg && contentType === 'image/png' ? colour : null,
})

/** The files of a post type, more than one wherever the network accepts more. */
const filesOf = (
  network: SocialNetwork,
  type: PostType,
  isUpright = false,
): readonly (() => Promise<NewFile>)[] => {
  const landscape = () => video('landscape.mp4')
  const portrait = () => video('portrait.mp4')
  switch (type) {
    case 'text':
    case 'link':
    case 'link_carousel':
      return []
    case 'single_photo':
      return (networks[network].types[type]?.maxFiles ?? 1) > 1 ? [photo, photo, photo] : [photo]
    case 'photo_story':
      return [photo]
    case 'multi_photo':
      return [photo, photo, photo]
    case 'media_carousel':
      return [photo, landscape]
    case 'single_video':
      return isUpright ? [portrait] : [landscape]
    case 'multi_video':
      return [landscape, landscape]
    case 'multi_content':
      return [photo, landscape, photo]
    case 'animated_gif':
      return [gif]
    case 'video_story':
      return [portrait]
    default:
      return type satisfies never
  }
}

/** Facebook accepts no smaller ones. */
const SIDE = 640

/** A photo of one colour, alternately as PNG and JPEG. */
const photo = async (): Promise<NewFile> => {
  const number = nextNumber()
  const colour: Colour = [(number * 37) % 256, (number * 101) % 256, (number * 173) % 256]
  const [r, g, b] = colour
  const format = number % 2 === 0 ? 'png' : 'jpeg'
  const bytes = await sharp({
    create: { width: SIDE, height: SIDE, channels: 3, background: { r, g, b } },
  })
    .withExif({ IFD0: { ImageDescription: `photo ${number}` } })
    .toFormat(format)
    .toBuffer()
  return {
    bytes,
    colour,
    kind: 'image',
    contentType: `image/${format}`,
    width: SIDE,
    height: SIDE,
    altText: `Colour ${colour.join(' ')}`,
  }
}

const none: Colour = [0, 0, 0]

/** A value in an extra box at the end makes every video a different file. */
const video = async (name: 'landscape.mp4' | 'portrait.mp4'): Promise<NewFile> => {
  const size = name === 'landscape.mp4' ? { width: 640, height: 360 } : { width: 540, height: 960 }
  const box = Buffer.from([0, 0, 0, 12, ...Buffer.from('free'), 0, 0, 0, 0])
  box.writeUInt32BE(nextNumber(), 8)
  const bytes = Buffer.concat([mediaFile(name), box])
  return { bytes, kind: 'video', contentType: 'video/mp4', seconds: 4, ...size, altText: '', colour: none }
}

/** Bytes after the end of a GIF are not part of the picture. */
const gif = async (): Promise<NewFile> => ({
  bytes: Buffer.concat([mediaFile('moving.gif'), Buffer.from(`gif ${nextNumber()}`)]),
  kind: 'gif',
  contentType: 'image/gif',
  width: 320,
  height: 240,
  seconds: 1,
  altText: 'Moving stripes',
  colour: none,
})
