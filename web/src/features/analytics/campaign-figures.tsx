import { Text, Title } from '@mantine/core'
import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import type { DayRange } from '#domain/kernel/days.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Failed } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import { type Account, useListCampaignFigures } from './api.ts'
import { writeFigure, writeShort } from './numbers.ts'

const figureNames = {
  reach: 'Reach',
  impressions: 'Impressions',
  engagement: 'Engagement',
  clicks: 'Clicks',
} as const
const names = Object.keys(figureNames) as (keyof typeof figureNames)[]

type Props = { readonly account: Account; readonly range: DayRange }

/** What the posts of each campaign have together and on average; nothing where no post has one (docs/product/analytics.md "By campaign"). */
export function CampaignFigures({ account, range }: Props) {
  const { data: rows, error, refetch } = useListCampaignFigures(account, range)
  if (error && !rows) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!rows || rows.length === 0) return null
  // A figure that the network says of no post is no column.
  const shown = names.filter(name => rows.some(row => row[name].total !== null))
  return (
    <section aria-label="By campaign" className={classes.top}>
      <Title order={2} size="h5" mb={4}>
        By campaign
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        All posts of a campaign together, and on average each post of which the figure is known.
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and the keyboard must be able to scroll it */}
      <section className={classes.campaigns} aria-label="Figures by campaign" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Campaign</th>
              <th scope="col">Posts</th>
              {shown.map(name => (
                <th key={name} scope="col">
                  {figureNames[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ campaign, posts, ...figures }) => (
              <tr key={campaign?.id ?? 0}>
                <th scope="row">
                  {campaign && <i className={classes.campaignDot} style={{ background: campaign.color }} />}
                  <bdi>{campaign?.name ?? noCampaignText}</bdi>
                </th>
                <td>{posts}</td>
                {shown.map(name => (
                  <td key={name}>
                    <Sum {...figures[name]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </section>
  )
}

function Sum({ total, per_post }: { readonly total: number | null; readonly per_post: number | null }) {
  if (total === null || per_post === null) return '–'
  return (
    <>
      <span title={writeFigure(total)}>{writeShort(total)}</span>
      <small title={writeFigure(per_post)}>{writeShort(per_post)} per post</small>
    </>
  )
}
