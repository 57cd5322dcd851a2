import { localOf } from '#domain/kernel/time.ts'
import { postTypeNames } from '#domain/networks/names.ts'
import type { Attachment, Post, PostSocial } from '#domain/posts/model.ts'
import { badgeStatus, badges } from '#domain/posts/status.ts'
import { type ImportField, importFieldNames, importFields } from './columns.ts'
import { rowIdOf } from './row-ids.ts'

/** The columns of an export: those that an import takes, and the status, which an import leaves alone. */
export const exportHeaders: readonly string[] = [
  ...importFields.map(field => importFieldNames[field]),
  'Status',
]

/** What an export needs beside the post. */
export type ExportSetting = {
  readonly timezone: string
  /** The names of the project's campaigns by their ids. */
  readonly campaigns: ReadonlyMap<number, string>
  /** The ID under which the post was imported; null if it was not. */
  readonly externalId: string | null
  /** The address at which a picture can be fetched. */
  readonly pictureAddress: (attachment: Attachment) => string
}

const pictures = ({ attachments }: PostSocial): Attachment[] =>
  attachments.filter(
    ({ description, object_type }) =>
      description === 'media' && (object_type === 'image' || object_type === 'gif'),
  )

/** Only a post of the type Link takes one in an import. */
const linkOf = ({ type, attachments }: PostSocial): string =>
  type === 'link'
    ? (attachments.find(({ description }) => description === 'link')?.extra_fields.link ?? '')
    : ''

/** The same for versions that an import makes from one row. */
const contentOf = (social: PostSocial): string =>
  JSON.stringify([
    ...[social.type, social.message, social.first_comment, linkOf(social)],
    ...pictures(social).map(({ object_id }) => object_id),
  ])

/** The cells of the schedule, in the project's zone, as an import reads them. */
const scheduleCells = ({ latest_schedule: schedule }: Post, timezone: string) => {
  if (!schedule) return { date: '', time: '', autoposting: '' }
  const { date, time } = localOf(new Date(schedule.datetime), timezone)
  return { date, time, autoposting: schedule.is_autoposting ? 'yes' : 'no' }
}

/** A post as rows of an export: one for each text that its networks do not share, each with an ID. (docs/product/content-list.md "Export") */
export const exportRows = (post: Post, setting: ExportSetting): string[][] => {
  const groups = [...Map.groupBy(post.post_socials, contentOf).values()]
  return groups.flatMap(socials => {
    const [social] = socials
    if (!social) return []
    const networks = socials.map(({ social_network }) => social_network)
    const cells: Readonly<Record<ImportField, string>> = {
      id: rowIdOf(post.id, groups.length === 1 ? null : networks, setting.externalId),
      networks: networks.join(', '),
      type: postTypeNames[social.type],
      message: social.message,
      first_comment: social.first_comment,
      link: linkOf(social),
      media: pictures(social).map(setting.pictureAddress).join(' '),
      ...scheduleCells(post, setting.timezone),
      campaign: setting.campaigns.get(post.campaign_id ?? 0) ?? '',
    }
    const status = badges[badgeStatus(socials.map(({ status }) => status))].text
    return [[...importFields.map(field => cells[field]), status]]
  })
}
