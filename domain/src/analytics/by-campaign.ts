import { engagementOf } from './changes.ts'
import { rounded } from './intervals.ts'

/** How posts that belong to no campaign are named, and the choice of none. */
export const noCampaignText = 'No campaign'

type Figures = {
  readonly reach: number | null
  readonly impressions: number | null
  readonly likes: number | null
  readonly comments: number | null
  readonly shares: number | null
  readonly clicks: number | null
}

/** A figure of several posts: their sum, and what a post has on average. Null: it is known of none. */
export type SummedFigure = { readonly total: number | null; readonly per_post: number | null }

/** The average is of the posts of which the figure is known: the others would count as having none. */
const summed = <P>(posts: readonly P[], figureOf: (post: P) => number | null): SummedFigure => {
  const known = posts.map(figureOf).filter(figure => figure !== null)
  if (known.length === 0) return { total: null, per_post: null }
  const total = known.reduce((sum, figure) => sum + figure, 0)
  return { total, per_post: rounded(total / known.length) }
}

/** What the posts of a campaign, or of none, have together and each on average. */
export const sumFigures = (posts: readonly Figures[]) => ({
  posts: posts.length,
  reach: summed(posts, ({ reach }) => reach),
  impressions: summed(posts, ({ impressions }) => impressions),
  engagement: summed(posts, engagementOf),
  clicks: summed(posts, ({ clicks }) => clicks),
})

/**
 * The figures of each campaign, the one with the most posts first, and at the end those of the posts without one. Empty if no post has
 * one: there would be nothing to compare. (docs/product/analytics.md "By campaign")
 */
export const figuresByCampaign = <C extends { readonly id: number; readonly name: string }>(
  posts: readonly (Figures & { readonly campaignId: number | null })[],
  campaigns: readonly C[],
) => {
  const known = new Map(campaigns.map(campaign => [campaign.id, campaign]))
  const groups = [...Map.groupBy(posts, ({ campaignId }) => known.get(campaignId ?? 0) ?? null)]
  if (groups.every(([campaign]) => campaign === null)) return []
  return groups
    .map(([campaign, own]) => ({ campaign, ...sumFigures(own) }))
    .toSorted(
      (a, b) =>
        Number(a.campaign === null) - Number(b.campaign === null) ||
        b.posts - a.posts ||
        (a.campaign?.name ?? '').localeCompare(b.campaign?.name ?? ''),
    )
}
