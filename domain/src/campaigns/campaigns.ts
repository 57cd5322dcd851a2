import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import { oneLine } from '#domain/kernel/text.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { formatDayRange, formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { Campaign } from './model.ts'

/** The most characters of a name, as people count them. */
export const CAMPAIGN_NAME_MAX = 100
/** The most characters of a goal. */
export const CAMPAIGN_GOAL_MAX = 1000

/** Why this is no name of a campaign, or null (docs/product/campaigns.md "Limits"). Counted as it is stored. */
export const campaignNameProblem = (name: string): string | null => {
  const { length } = [...oneLine(name)]
  if (length === 0) return 'Name is required'
  return length <= CAMPAIGN_NAME_MAX ? null : `A name has ${CAMPAIGN_NAME_MAX} characters at most`
}

/** Why a campaign cannot have these days, or null. Each of them may be empty: a content pillar has no days. */
export const campaignDaysProblem = (start: LocalDate | '', end: LocalDate | ''): string | null =>
  start !== '' && end !== '' && end < start ? 'The end must not be before the start' : null

/** Campaigns whose name holds the typed text, in any case. */
export const searchCampaigns = <T extends Pick<Campaign, 'name'>>(
  campaigns: readonly T[],
  typed: string,
): T[] => {
  const wanted = typed.trim().toLocaleLowerCase()
  return campaigns.filter(({ name }) => name.toLocaleLowerCase().includes(wanted))
}

/** Whether a campaign's days are over on this day. One without an end never is. */
export const isOver = ({ end_at }: Pick<Campaign, 'end_at'>, today: LocalDate): boolean =>
  end_at !== null && end_at < today

const dayText = (date: LocalDate): string => formatLocal({ date, time: '00:00' }, formats.day)

/** When a campaign is, in words. */
export const campaignDaysText = ({ start_at, end_at }: Pick<Campaign, 'start_at' | 'end_at'>): string => {
  if (start_at !== null && end_at !== null) return formatDayRange(start_at, end_at)
  if (start_at !== null) return `From ${dayText(start_at)}`
  return end_at === null ? 'No dates' : `Until ${dayText(end_at)}`
}

export type NamedCampaign = Pick<Campaign, 'id' | 'name'>

/** Names as they are compared: in any case, and with any spaces, as tables have them. */
const asCompared = (name: string): string => oneLine(name).replace(/\s+/g, ' ').toLocaleLowerCase()

export const isSameCampaignName = (one: string, other: string): boolean =>
  asCompared(one) === asCompared(other)

/** The choices of a list from which the campaign of a post is chosen; an empty value is none. Those of one name are told apart by their days. */
export const campaignChoices = (
  campaigns: readonly Pick<Campaign, 'id' | 'name' | 'start_at' | 'end_at'>[],
) => [
  { value: '', label: noCampaignText },
  ...campaigns.map(campaign => {
    const { id, name } = campaign
    const isAlone = !campaigns.some(other => other.id !== id && isSameCampaignName(other.name, name))
    return { value: String(id), label: isAlone ? name : `${name} (${campaignDaysText(campaign)})` }
  }),
]

/** The campaign of this name, in any case; of several the oldest. */
export const campaignNamed = (campaigns: readonly NamedCampaign[], name: string): NamedCampaign | undefined =>
  campaigns
    .toSorted((one, other) => one.id - other.id)
    .find(campaign => isSameCampaignName(campaign.name, name))
