import type {
  ArchivedCampaign,
  ArchivedLabel,
  ArchivedPool,
  ArchivedPost,
  ArchivedRow,
} from '#domain/archives/posts.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { localOf } from '#domain/kernel/time.ts'
import { allowedTypes } from '#domain/networks/media-rules.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { isOutsideLeadTime, leadTimeInWords, mustNotAutopost } from '#domain/schedules/timing.ts'
import type { CheckedRow, ImportedDraft, ImportSetting } from './rows.ts'

/** What an import of an export knows besides its rows: whose it is, and what is made where it is missing. */
export type ImportedArchive = {
  readonly project_name: string
  /** Where its files are in the zip file: empty, or with a slash at its end. */
  readonly folder: string
  readonly labels: readonly ArchivedLabel[]
  readonly hashtag_pools: readonly ArchivedPool[]
  /** Left out by a Galley that knew none. */
  readonly campaigns?: readonly ArchivedCampaign[]
  /** Networks of its posts that are not connected. */
  readonly unconnected: readonly SocialNetwork[]
}

type Setting = Pick<ImportSetting, 'timezone' | 'connected' | 'now' | 'leadMinutes'>
type Said = { readonly problems: string[]; readonly notices: string[] }

/** Never of the shape that names a post of the project it is imported to. With the time at which the post was made, since other installations count from 1 too. */
export const archivedIdOf = (projectId: number, { post_id, created_at }: ArchivedRow): string =>
  `archive:${projectId}:${post_id}:${created_at}`

const list = new Intl.ListFormat('en-GB')

/** The type, or the plainest that all networks take: a draft may have another one since a network has changed its rules. */
export const takenType = (networks: readonly SocialNetwork[], type: PostType): PostType =>
  networks.length === 0 || allowedTypes(networks).includes(type) ? type : 'single_photo'

const connectedVersions = (
  { versions }: ArchivedPost,
  { connected }: Setting,
  { problems, notices }: Said,
): ArchivedPost['versions'] => {
  const present = versions.filter(({ network }) => connected.includes(network))
  const absent = versions.filter(({ network }) => !connected.includes(network))
  const names = list.format(absent.map(({ network }) => networkNames[network]))
  const are = absent.length > 1 ? 'are' : 'is'
  if (present.length === 0) problems.push(`${names} ${are} not connected to this project.`)
  else if (absent.length > 0)
    notices.push(
      `${names} ${are} not connected to this project: ${absent.length > 1 ? 'these versions are' : 'this version is'} left out.`,
    )
  for (const { network, type } of present) {
    const taken = takenType([network], type)
    if (taken !== type)
      notices.push(
        `${networkNames[network]} doesn't take the type ${postTypeNames[type]}: it comes as ${postTypeNames[taken]}.`,
      )
  }
  return present
}

const readSchedule = (
  { schedule }: ArchivedPost,
  versions: ArchivedPost['versions'],
  { timezone, now, leadMinutes }: Setting,
  { notices }: Said,
): ImportedDraft['schedule'] => {
  if (!schedule) return null
  const instant = instantOf(schedule)
  const written = `${schedule.date} ${schedule.time}`
  if (!isOutsideLeadTime(instant, now, leadMinutes)) {
    const why = instant <= now ? 'is past' : `is less than ${leadTimeInWords(leadMinutes)} from now`
    notices.push(`${written} ${why}: the draft gets no time.`)
    return null
  }
  const here = localOf(instant, timezone)
  if (`${here.date} ${here.time}` !== written)
    notices.push(`${written} in ${schedule.timezone} is ${here.date} ${here.time} in ${timezone}.`)
  const isByHand = versions.some(({ network, type }) =>
    mustNotAutopost([network], takenType([network], type)),
  )
  if (schedule.is_autoposting && isByHand)
    notices.push('This type is not posted automatically: autoposting is off.')
  return { ...here, is_autoposting: schedule.is_autoposting && !isByHand }
}

/** What a post of an export becomes here, and what prevents that. (docs/product/project-export.md "Importing an export") */
export const checkArchived = (projectId: number, row: ArchivedRow, setting: Setting): CheckedRow => {
  const said: Said = { problems: [], notices: [] }
  const { post } = row
  const versions = connectedVersions(post, setting, said)
  const networks = versions.map(({ network }) => network)
  if (row.was_published) said.notices.push('It was published: it comes as a draft.')
  for (const name of row.lost) said.notices.push(`"${name}" is missing in the export: it is left out.`)
  for (const name of row.oversized) said.problems.push(`"${name}" is larger than Galley takes.`)
  const draft: ImportedDraft = {
    networks,
    type: takenType(networks, post.type),
    message: versions.find(({ message }) => message !== '')?.message ?? '',
    first_comment: '',
    link: '',
    media: [],
    archived: post,
    ...(post.campaign === undefined ? {} : { campaign: post.campaign }),
    schedule: readSchedule(post, versions, setting, said),
  }
  return { ...said, external_id: archivedIdOf(projectId, row), draft }
}
