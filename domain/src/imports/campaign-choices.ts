import { campaignNamed, isSameCampaignName, type NamedCampaign } from '#domain/campaigns/campaigns.ts'

/** A name in the column of campaigns that the project has none of, and the name of the campaign that it means; null: nobody has said which. */
export type CampaignChoice = { readonly name: string; readonly campaign: string | null }

/** Names that are asked about, and the longest of them. */
export const UNKNOWN_CAMPAIGNS_MAX = 50
export const UNKNOWN_CAMPAIGN_NAME_MAX = 200

type Known = {
  readonly campaigns: readonly NamedCampaign[]
  readonly campaignChoices: readonly CampaignChoice[]
}

/** The campaign that a cell names, or was said to mean. */
export const campaignOfCell = (
  text: string,
  { campaigns, campaignChoices }: Known,
): NamedCampaign | undefined => {
  const chosen = campaignChoices.find(({ name }) => isSameCampaignName(name, text))?.campaign
  return campaignNamed(campaigns, text) ?? (chosen ? campaignNamed(campaigns, chosen) : undefined)
}

/** The names of these cells that have to be asked about, each once, with what was chosen for them before. */
export const unknownCampaigns = (
  cells: readonly string[],
  campaigns: readonly NamedCampaign[],
  earlier: readonly CampaignChoice[],
): CampaignChoice[] => {
  const unknown: CampaignChoice[] = []
  for (const text of new Set(cells.map(cell => cell.trim()))) {
    if (unknown.length >= UNKNOWN_CAMPAIGNS_MAX) break
    const isKnown = text === '' || campaignNamed(campaigns, text) !== undefined
    if (isKnown || text.length > UNKNOWN_CAMPAIGN_NAME_MAX) continue
    if (unknown.some(({ name }) => isSameCampaignName(name, text))) continue
    const before = earlier.find(({ name }) => isSameCampaignName(name, text))
    unknown.push({ name: text, campaign: before?.campaign ?? null })
  }
  return unknown
}
