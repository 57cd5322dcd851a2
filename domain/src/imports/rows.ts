import type { ArchivedPost } from '#domain/archives/posts.ts'
import type { NamedCampaign } from '#domain/campaigns/campaigns.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { charactersRemovedText, countRemoved } from '#domain/kernel/removed-characters.ts'
import { withoutMark } from '#domain/kernel/table-text.ts'
import { plainLines } from '#domain/kernel/text.ts'
import { localOf } from '#domain/kernel/time.ts'
import { IMAGE_BYTES_MAX } from '#domain/media/conversion.ts'
import { allowedTypes } from '#domain/networks/media-rules.ts'
import { isPostType, type PostType, type SocialNetwork, socialNetworks } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { linkProblem } from '#domain/posts/attachments.ts'
import { FIRST_COMMENT_MAX, MESSAGE_MAX } from '#domain/posts/field-limits.ts'
import { postSocialProblems } from '#domain/posts/problems.ts'
import { clockChangeText } from '#domain/schedules/clock-change.ts'
import {
  defaultIsAutoposting,
  defaultScheduleTime,
  isOutsideLeadTime,
  leadTimeInWords,
  mustNotAutopost,
} from '#domain/schedules/timing.ts'
import { type CampaignChoice, campaignOfCell } from './campaign-choices.ts'
import { type ImportField, type ImportMapping, importFieldNames } from './columns.ts'
import {
  type DateOrder,
  dayAfter,
  isDoubtfulTime,
  isMidnightAtEnd,
  isMissingDay,
  isYearless,
  nearestYear,
  type PointTimes,
  readDate,
  readTime,
  readZoned,
  serialFrom1904,
  splitDateTime,
  withYear,
  wrongWeekday,
} from './dates.ts'
import type { TableLine } from './header-line.ts'
import { meantText } from './near-names.ts'
import {
  type AccountNames,
  networksOfName,
  type ProfileChoice,
  profileKey,
  profileNamesIn,
} from './profiles.ts'
import type { FindPicture } from './zip-pictures.ts'

/** What a row asks for: a draft, with a time if it has a date. */
export type ImportedDraft = {
  readonly networks: readonly SocialNetwork[]
  readonly type: PostType
  readonly message: string
  readonly first_comment: string
  readonly link: string
  /** Addresses of pictures or names of files in the zip, in their order. */
  readonly media: readonly string[]
  readonly schedule: { date: string; time: string; is_autoposting: boolean } | null
  /** The name of a campaign of the project, empty for none; left out: nothing is said about it. */
  readonly campaign?: string
  /** Whether its links get the project's parameters when its post is made; left out: they stay as they are. */
  readonly adds_link_parameters?: boolean
  /** Of a row of an export: what its versions say, in the place of the texts and files above. */
  readonly archived?: ArchivedPost
}

/** A row that was checked. With problems it cannot be imported; notices say what will be otherwise than it is written. */
export type CheckedRow = {
  readonly external_id: string | null
  readonly draft: ImportedDraft
  readonly problems: readonly string[]
  readonly notices: readonly string[]
}

/** What a person has chosen for all rows of an import. */
export type ImportChoices = {
  readonly mapping: ImportMapping
  readonly order: DateOrder
  /** Of the rows that name none. */
  readonly networks: readonly SocialNetwork[]
  readonly profiles: readonly ProfileChoice[]
  readonly campaignChoices: readonly CampaignChoice[]
  /** Of the dates that are written without one; null: for each the year in which it is nearest. */
  readonly year: number | null
}

/** Nothing is chosen but the columns. */
export const plainChoices = (mapping: ImportMapping): ImportChoices => ({
  mapping,
  order: 'day',
  networks: [],
  profiles: [],
  campaignChoices: [],
  year: null,
})

/** What the rows of an import are checked against. */
export type ImportSetting = ImportChoices & {
  /** Whether the workbook counts its days from 1904. */
  readonly isFrom1904?: boolean
  /** Whether the dates of the column are written in both orders. */
  readonly isOrderMixed?: boolean
  /** How the column of times writes a point; null: nothing tells. */
  readonly pointTimes?: PointTimes | null
  readonly timezone: string
  readonly connected: readonly SocialNetwork[]
  readonly campaigns: readonly NamedCampaign[]
  readonly accounts: AccountNames
  /** Null without a zip file. */
  readonly findPicture: FindPicture | null
  readonly now: Date
  readonly leadMinutes: number
}

const LONGEST_ID = 255
const PICTURES_MAX = 10
/** Characters of a cell that a problem repeats. */
const SHOWN = 80

type SourceRow = { readonly cells: readonly string[] } & Pick<TableLine, 'links'>

/** Columns that hold addresses: a cell that shows other words has the one it leads to. */
const ofAddresses: readonly ImportField[] = ['link', 'media']

/** The reader of a row's cells, by what the columns hold. */
export const cellsOf =
  ({ cells, links }: SourceRow, mapping: ImportMapping, find: FindPicture | null = null) =>
  (field: ImportField): string => {
    const index = mapping[field]
    if (index === undefined) return ''
    const text = withoutMark(plainLines(cells[index] ?? '')).trim()
    if (!ofAddresses.includes(field) || text.includes('://') || find?.(text)) return text
    return links?.[index] ?? text
  }

type Cell = ReturnType<typeof cellsOf>
type Said = { problems: string[]; notices: string[] }

/** The beginning of a long text. Half a character could not be stored. */
const cutOff = (text: string): string => text.slice(0, SHOWN).toWellFormed()

const readNetworks = (cell: Cell, setting: ImportSetting, { problems, notices }: Said): SocialNetwork[] => {
  const { connected, profiles, accounts } = setting
  const names = profileNamesIn(cell('networks'))
  if (names.length === 0 && setting.networks.length === 0)
    problems.push('Name at least one network, or choose one for all rows.')
  const chosen = names.length === 0 ? [...setting.networks] : []
  if (chosen.length > 0)
    notices.push(`No network is named: it is for ${chosen.map(network => networkNames[network]).join(', ')}.`)
  for (const name of names) {
    const target = profiles.find(profile => profileKey(profile.name) === profileKey(name))?.target ?? null
    const meant = target === null ? networksOfName(name, accounts) : target === 'none' ? [] : [target]
    if (meant === null)
      problems.push(
        `"${name.toLowerCase()}" is not a network: use ${socialNetworks.join(', ')}, or choose what it is.`,
      )
    else if (meant.length === 0) notices.push(`"${name}" is left out.`)
    else chosen.push(...meant)
  }
  const named = socialNetworks.filter(network => chosen.includes(network))
  if (names.length > 0 && named.length === 0 && problems.length === 0)
    problems.push('All its networks are left out.')
  for (const network of named)
    if (!connected.includes(network))
      problems.push(`${networkNames[network]} is not connected to this project.`)
  return named
}

const typeKey = (text: string): string => text.toLowerCase().replace(/[\s-]+/g, '_')
const typesByName: ReadonlyMap<string, PostType> = new Map(
  Object.entries(postTypeNames).map(([type, name]) => [typeKey(name), type as PostType]),
)

/** The type that is written, or the plainest that all the networks take. */
export const readType = (cell: Cell, networks: readonly SocialNetwork[], { problems }: Said): PostType => {
  const text = typeKey(cell('type'))
  const allowed = allowedTypes(networks)
  const plain = cell('media') !== '' ? 'single_photo' : cell('link') !== '' ? 'link' : 'text'
  if (text === '') return networks.length === 0 || allowed.includes(plain) ? plain : 'single_photo'
  const type = isPostType(text) ? text : typesByName.get(text)
  if (!type) {
    problems.push(`"${cutOff(cell('type'))}" is not a post type.`)
    return plain
  }
  if (networks.length > 0 && !allowed.includes(type)) {
    const names = networks.map(name => networkNames[name]).join(' and ')
    const refuses = networks.length > 1 ? "don't all take" : "doesn't take"
    problems.push(`${names} ${refuses} the type ${postTypeNames[type]}.`)
  }
  return type
}

const yes = ['yes', 'true', '1', 'y', 'on', 'ja', 'x']
const no = ['no', 'false', '0', 'n', 'off', 'nein']

const readAutoposting = (cell: Cell, { problems }: Said): boolean => {
  const text = cell('autoposting').toLowerCase()
  if (text === '') return defaultIsAutoposting
  if (!yes.includes(text) && !no.includes(text))
    problems.push(`Autoposting: write yes or no instead of "${cutOff(text)}".`)
  return yes.includes(text)
}

const otherOrder = (order: DateOrder): DateOrder => (order === 'day' ? 'month' : 'day')

const dateProblem = (text: string, order: DateOrder): string => {
  const shown = `"${cutOff(text)}"`
  if (isYearless(text, order))
    return `The date ${shown} has no year. Choose the year of such dates, or write it as 2026-06-30.`
  return isMissingDay(text, order)
    ? `The day ${shown} does not exist.`
    : `The date ${shown} can't be read. Write it as 2026-06-30.`
}

const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekdayOf = (date: string): string => weekdayNames[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''

/** The day of a cell in this order, and what it is the day of: the cell with its year. */
const readDay = (written: string, order: DateOrder, { year, now, timezone }: ImportSetting) => {
  const isOpen = year === null && isYearless(written, order)
  const used = isOpen ? nearestYear(written, order, localOf(now, timezone).date) : year
  const text = used === null ? written : withYear(written, order, used)
  return { order, text, date: readDate(text, order), isYearAdded: isOpen && used !== null }
}

/** What is to be known of a day that could also have been meant otherwise. */
const dayNotices = (
  { text, date, order, isYearAdded }: ReturnType<typeof readDay>,
  written: string,
  setting: ImportSetting,
): string[] => {
  if (date === null) return []
  const shown = `"${cutOff(written)}"`
  const contradicted = wrongWeekday(text, date)
  const isTwofold = (readDate(text, otherOrder(order)) ?? date) !== date
  return [
    ...(isYearAdded ? [`No year is given: ${shown} is read as ${date}.`] : []),
    ...(order === setting.order
      ? []
      : [`${shown} has the ${order} first, unlike the order that is chosen: it is read as ${date}.`]),
    ...(setting.isOrderMixed && isTwofold
      ? [`The dates of this column are in both orders: ${shown} is read as ${date}.`]
      : []),
    ...(contradicted === null
      ? []
      : [`${shown} is no ${weekdayNames[contradicted]}, but a ${weekdayOf(date)}.`]),
  ]
}

/** A date may have its time in the same cell; without one, it is the time that schedules begin with. */
const readWhen = (cell: Cell, setting: ImportSetting, { problems, notices }: Said) => {
  const { order, timezone } = setting
  const dateCell = setting.isFrom1904 ? serialFrom1904(cell('date')) : cell('date')
  const whole = `${dateCell} ${cell('time')}`.trim()
  const instant = readZoned(whole, order)
  if (instant) {
    const local = localOf(instant, timezone)
    notices.push(`${whole} is ${local.date} ${local.time} in ${timezone}.`)
    return local
  }
  const parts = splitDateTime(dateCell)
  const [written, timeText] = [parts.date, cell('time') || parts.time]
  if (written === '' && timeText === '') return null
  const asChosen = readDay(written, order, setting)
  const otherwise = readDay(written, otherOrder(order), setting)
  // A date that can be read in the other order only means that day.
  const day = asChosen.date === null && otherwise.date !== null ? otherwise : asChosen
  const { date } = day
  const isDoubtful = isDoubtfulTime(timeText) && !setting.pointTimes
  const time = timeText === '' ? defaultScheduleTime : readTime(timeText, setting.pointTimes ?? 'part_of_day')
  if (written === '') problems.push('There is a time without a date.')
  else if (!date) problems.push(dateProblem(day.text, order))
  notices.push(...dayNotices(day, written, setting))
  if (isDoubtful)
    problems.push(`The time "${timeText}" can be 00:${timeText.slice(2)} or ${time}. Write it as 14:30.`)
  if (!time) problems.push(`The time "${cutOff(timeText)}" can't be read. Write it as 14:30.`)
  if (timeText === '' && date) notices.push(`No time is given: ${defaultScheduleTime} is used.`)
  if (!date || !time) return null
  return { date: isMidnightAtEnd(timeText) ? dayAfter(date) : date, time }
}

const readSchedule = (cell: Cell, setting: ImportSetting, said: Said): ImportedDraft['schedule'] => {
  const when = readWhen(cell, setting, said)
  const is_autoposting = readAutoposting(cell, said)
  if (!when) return null
  const { timezone, now, leadMinutes } = setting
  const instant = instantOf({ ...when, timezone })
  if (instant <= now) said.problems.push(`${when.date} ${when.time} is in the past.`)
  else if (!isOutsideLeadTime(instant, now, leadMinutes))
    said.problems.push(`The time must be at least ${leadTimeInWords(leadMinutes)} from now.`)
  const change = clockChangeText({ ...when, timezone })
  if (change !== null) said.notices.push(change)
  return { ...when, is_autoposting }
}

/** Addresses have no spaces; the name of a file may. */
const picturesIn = (text: string, find: FindPicture | null): string[] =>
  text.split(/[;|\n]+/).flatMap(part => {
    const name = part.trim()
    const isName = find ? find(name) !== null : !name.includes('://')
    return isName ? name || [] : name.split(/\s+/).filter(word => word !== '')
  })

const nameProblem = (name: string, find: FindPicture | null): string | null => {
  const found = find?.(name)
  const shown = `"${cutOff(name)}"`
  if (found)
    return found.bytes > IMAGE_BYTES_MAX ? `${shown} is over ${IMAGE_BYTES_MAX / 1_000_000} MB.` : null
  if (linkProblem(name) === null) return null
  return find
    ? `${shown} is not in the zip file, or more than once: write it with its folder.`
    : `${shown} is not the address of a picture. If it is the name of a file, add a zip file that has it.`
}

const readMedia = (cell: Cell, find: FindPicture | null, { problems }: Said): string[] => {
  const media = picturesIn(cell('media'), find).slice(0, PICTURES_MAX + 1)
  for (const name of media) {
    const problem = nameProblem(name, find)
    if (problem) problems.push(problem)
  }
  if (media.length > PICTURES_MAX) problems.push(`A post has at most ${PICTURES_MAX} pictures.`)
  return media.map(name => find?.(name)?.name ?? name)
}

/** What the networks would refuse of the texts and the link. Files are looked at when they are there: a draft may lack them. */
const contentProblems = (draft: ImportedDraft): string[] => {
  const all = draft.networks.flatMap(social_network =>
    postSocialProblems({
      social_network,
      type: draft.type,
      message: draft.message,
      first_comment: draft.first_comment,
      mentions: [],
      awaited_files: [],
      follows_shared: false,
      media: [],
      link: draft.link || null,
    }).filter(({ field, code }) => field !== 'media' && code !== 'message_required'),
  )
  return all.map(({ network, text }) => `${networkNames[network]}: ${text}`)
}

const readLink = (cell: Cell, type: PostType, { problems }: Said): string => {
  const link = cell('link')
  const problem = link === '' ? null : linkProblem(link)
  if (problem) problems.push(problem)
  else if (link !== '' && type !== 'link')
    problems.push('Only a post of the type Link has a link. Put the address into the message.')
  return link
}

const readCampaign = (cell: Cell, setting: ImportSetting, { notices }: Said) => {
  if (setting.mapping.campaign === undefined) return {}
  const text = cell('campaign')
  const found = campaignOfCell(text, setting)
  if (text !== '' && !found) {
    const meant = meantText(text, setting.campaigns)
    notices.push(`This project has no campaign "${cutOff(text)}": the post belongs to none.${meant}`)
  }
  return { campaign: found?.name ?? '' }
}

/** Reads a row of a table: what it asks for, and what prevents that. (docs/product/imports.md "The check") */
export const checkRow = (source: SourceRow, setting: ImportSetting): CheckedRow => {
  const { cells } = source
  const cell = cellsOf(source, setting.mapping, setting.findPicture)
  const said: Said = { problems: [], notices: [] }
  if (Object.values(setting.mapping).some(index => countRemoved(cells[index] ?? '') > 0))
    said.notices.push(charactersRemovedText)
  const networks = readNetworks(cell, setting, said)
  const type = readType(cell, networks, said)
  const schedule = readSchedule(cell, setting, said)
  if (schedule?.is_autoposting && mustNotAutopost(networks, type)) {
    schedule.is_autoposting = false
    said.notices.push('This type is not posted automatically: autoposting is off.')
  }
  const draft: ImportedDraft = {
    networks,
    type,
    schedule,
    message: cell('message'),
    first_comment: cell('first_comment'),
    link: readLink(cell, type, said),
    media: readMedia(cell, setting.findPicture, said),
    ...readCampaign(cell, setting, said),
  }
  if (draft.message === '' && draft.media.length === 0 && draft.link === '')
    said.problems.push('The post is empty: write a message, or name a picture or a link.')
  if (draft.message.length > MESSAGE_MAX || draft.first_comment.length > FIRST_COMMENT_MAX)
    said.problems.push('The text is too long.')
  else said.problems.push(...contentProblems(draft))
  const external_id = cell('id')
  if (external_id.length > LONGEST_ID)
    said.problems.push(`${importFieldNames.id}: at most ${LONGEST_ID} characters.`)
  return { ...said, external_id: external_id === '' ? null : external_id, draft }
}
