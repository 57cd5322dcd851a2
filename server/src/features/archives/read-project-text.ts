import { z } from 'zod'
import { archivedPath, archiveFormat } from '#domain/archives/format.ts'
import { ARCHIVED_POSTS_MAX } from '#domain/archives/limits.ts'
import type { ArchivedCampaign, ArchivedMedia, ArchivedRow, ReadArchive } from '#domain/archives/posts.ts'
import { CAMPAIGN_GOAL_MAX, campaignDaysProblem, campaignNameProblem } from '#domain/campaigns/campaigns.ts'
import { poolHashtagsProblem, poolNameProblem } from '#domain/hashtags/pools.ts'
import { oneLine, plainLines } from '#domain/kernel/text.ts'
import { isLocalDate, isTimezone } from '#domain/kernel/time.ts'
import { hexColor } from '#domain/labels/colors.ts'
import { labelDaysProblem, labelTextProblem } from '#domain/labels/day-labels.ts'
import { crop } from '#domain/media/model.ts'
import { isOverEditorVideoCap } from '#domain/networks/media-limits.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { EDITOR_STATE_MAX, FIRST_COMMENT_MAX, MESSAGE_MAX } from '#domain/posts/field-limits.ts'
import { attachmentDescriptions, attachmentExtraFields, contentTag, mention } from '#domain/posts/model.ts'

/** Why an export is not taken, in words. */
export type Unreadable = { readonly problem: string }

const id = z.number().int().positive()
const head = z.object({ format: z.literal(archiveFormat.format), version: z.number().int().positive() })

const media = z
  .object({
    id,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    file: z.string(),
    name: z.string().max(1000),
    content_type: z.string(),
    parent: id.nullish(),
    crop: crop.nullish(),
  })
  // A path that somebody has chosen is never opened.
  .refine(({ file, sha256, content_type }) => file === archivedPath(sha256, content_type))
type Media = z.output<typeof media>

const contentTags = z.array(contentTag.strip()).max(50).optional()

const attachment = z.object({
  media: id.nullable(),
  thumbnail: id.nullable(),
  description: z.enum(attachmentDescriptions),
  extra_fields: attachmentExtraFields.extend({ content_tags: contentTags }).strip(),
})

const writtenText = (max: number) =>
  z
    .string()
    .max(max)
    .refine(text => !text.includes('\0'))
    .overwrite(plainLines)

const version = z.object({
  network: z.enum(socialNetworks),
  type: z.enum(postTypes),
  status: z.string(),
  message: writtenText(MESSAGE_MAX),
  first_comment: writtenText(FIRST_COMMENT_MAX),
  message_editor_state: z.string().max(EDITOR_STATE_MAX).nullable(),
  extra_fields: z.object({
    mentions: z.array(mention.strip()).max(200).optional(),
    content_tags: contentTags,
    is_child_link: z.boolean().optional(),
  }),
  attachments: z.array(attachment).max(60),
})

const schedule = z.object({
  date: z.iso.date(),
  time: z.iso.time({ precision: -1 }),
  timezone: z.string().refine(isTimezone),
  is_autoposting: z.boolean(),
})

const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

const post = z.object({
  id,
  type: z.enum(postTypes),
  created_at: z.iso.datetime({ offset: true }),
  campaign: id.nullish(),
  schedules: z.array(schedule),
  versions: z
    .array(version)
    .min(1)
    .refine(list => isUnique(list.map(({ network }) => network))),
})

/** What an import takes from an export; all other fields are passed over. (docs/product/project-export.md "The format") */
const archive = head.extend({
  project: z.object({ id, name: z.string().max(1000) }),
  labels: z
    .array(z.object({ text: z.string(), color: z.string(), start_at: z.string(), end_at: z.string() }))
    .max(5000),
  hashtag_pools: z.array(z.object({ name: z.string(), hashtags: z.string() })).max(2000),
  // Exports from before there were any have none.
  campaigns: z
    .array(
      z.object({
        id,
        name: z.string().max(1000),
        color: z.string(),
        start_at: z.string().nullable(),
        end_at: z.string().nullable(),
        goal: z.string().max(10_000),
      }),
    )
    .max(2000)
    .optional(),
  medias: z.array(media).refine(list => isUnique(list.map(one => one.id))),
  posts: z.array(post).refine(list => isUnique(list.map(one => one.id))),
})
type Archive = z.output<typeof archive>

export const foreign: Unreadable = {
  problem:
    'This is not an export of a Galley project. Pictures in a zip file are added once their table is chosen.',
}
const damaged: Unreadable = { problem: 'The project.json of this export is damaged or was changed.' }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The database takes neither half characters nor zeros, so that no export has them. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(isStorable)
}

/** What is known of the zip file: the folder that the project is in, and the sizes of the files in that. */
type Zip = { readonly folder: string; readonly sizes: ReadonlyMap<string, number> }

/** Reads `project.json`, which anybody may have written. */
export const readProjectText = (text: string, zip: Zip): ReadArchive | Unreadable => {
  const json = parse(text)
  if (json === undefined) return damaged
  const known = head.safeParse(json)
  if (!known.success) return foreign
  if (known.data.version > archiveFormat.version)
    return { problem: 'This export was made by a newer Galley. Import it there, or update this one.' }
  const { data } = archive.safeParse(json)
  if (!data || !isStorable(data)) return damaged
  if (data.posts.length === 0) return { problem: 'There are no posts in this export.' }
  if (data.posts.length > ARCHIVED_POSTS_MAX)
    return {
      problem: `An import takes at most ${ARCHIVED_POSTS_MAX.toLocaleString('en')} posts. This export has ${data.posts.length.toLocaleString('en')}.`,
    }
  return toReadArchive(data, zip)
}

const toReadArchive = (data: Archive, { folder, sizes }: Zip): ReadArchive => {
  const campaigns = readableCampaigns(data.campaigns ?? [])
  const files: Files = {
    medias: new Map(data.medias.map(one => [one.id, one])),
    sizes,
    campaigns: data.campaigns ? new Map(campaigns.map(({ id, name }) => [id, name])) : null,
  }
  return {
    project: data.project,
    folder,
    // What the rules of today refuse is not worth refusing the posts for.
    labels: data.labels.filter(
      ({ text, color, start_at, end_at }) =>
        labelTextProblem(text) === null &&
        hexColor(color) !== null &&
        labelDaysProblem(start_at, end_at) === null,
    ),
    hashtag_pools: data.hashtag_pools.filter(
      ({ name, hashtags }) => poolNameProblem(name) === null && poolHashtagsProblem(hashtags) === null,
    ),
    campaigns: campaigns.map(({ id: _, ...campaign }) => campaign),
    rows: data.posts.map(one => toRow(one, files)),
  }
}

type ReadCampaign = ArchivedCampaign & { readonly id: number }

const readableCampaigns = (list: NonNullable<Archive['campaigns']>): ReadCampaign[] =>
  list.flatMap(({ color, goal, ...campaign }) => {
    const hex = hexColor(color)
    const { name, start_at, end_at } = campaign
    const days = [start_at, end_at].filter(day => day !== null)
    const isFine =
      campaignNameProblem(name) === null &&
      days.every(isLocalDate) &&
      campaignDaysProblem(start_at ?? '', end_at ?? '') === null
    return hex !== null && isFine
      ? [{ ...campaign, name: oneLine(name), color: hex, goal: plainLines(goal).slice(0, CAMPAIGN_GOAL_MAX) }]
      : []
  })

type Files = {
  /** The names of the campaigns by their ids; null: the export knows of none. */
  readonly campaigns: ReadonlyMap<number, string> | null
  readonly medias: ReadonlyMap<number, Media>
  readonly sizes: ReadonlyMap<string, number>
}

const toRow = (
  { id: post_id, type, created_at, campaign, schedules, versions }: z.output<typeof post>,
  files: Files,
): ArchivedRow => {
  const lost = new Set<string>()
  const oversized = new Set<string>()
  const find = (mediaId: number | null): ArchivedMedia | null => {
    if (mediaId === null) return null
    const found = files.medias.get(mediaId)
    const size = (found && files.sizes.get(found.file)) ?? 0
    if (!found || size === 0) {
      lost.add(found?.name ?? 'A file')
      return null
    }
    if (isOverEditorVideoCap(size)) oversized.add(found.name)
    return toMedia(found, files)
  }
  const post = {
    type,
    schedule: schedules.at(-1) ?? null,
    ...(files.campaigns && { campaign: files.campaigns.get(campaign ?? 0) ?? '' }),
    versions: versions.map(({ status: _, attachments, ...rest }) => ({
      ...rest,
      attachments: attachments
        .map(one => ({ ...one, media: find(one.media), thumbnail: find(one.thumbnail) }))
        .filter(({ description, media }) => description !== 'media' || media !== null),
    })),
  }
  return {
    post_id,
    created_at: new Date(created_at).toISOString(),
    post,
    was_published: versions.some(({ status }) => status === 'live'),
    lost: [...lost],
    oversized: [...oversized],
  }
}

/** A crop without its original stays a picture of its own. */
const toMedia = ({ file, sha256, name, crop, parent }: Media, { medias, sizes }: Files): ArchivedMedia => {
  const original = parent ? medias.get(parent) : undefined
  if (!original || !crop || !sizes.get(original.file)) return { file, sha256, name, crop: null, parent: null }
  const { file: from, sha256: digest, name: called } = original
  return { file, sha256, name, crop, parent: { file: from, sha256: digest, name: called } }
}
