import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import { campaignBalance } from '#domain/calendar/campaign-balance.ts'
import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { NO_CAMPAIGN } from '#domain/calendar/filters.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { labelColors } from '#domain/labels/colors.ts'
import { CampaignDot } from '#web/features/campaigns/campaign-mark.tsx'
import classes from './campaign-balance.module.css'

type Props = {
  readonly entries: readonly CalendarEntry[]
  readonly campaigns: ReadonlyMap<number, Campaign>
  /** The campaigns that the calendar is filtered by. */
  readonly chosen: readonly number[]
  readonly onChoose: (chosen: readonly number[]) => void
}

/** The posts of the month or week by campaign, as a bar and in numbers; a click shows only those, a second one all. */
export function CampaignBalance({ entries, campaigns, chosen, onChoose }: Props) {
  const balance = campaignBalance(entries, campaigns)
  if (balance.every(({ id }) => id === NO_CAMPAIGN)) return null
  return (
    <fieldset className={classes.balance} aria-label="Posts by campaign">
      <div className={classes.bar} aria-hidden>
        {balance.map(({ id, count }) => (
          <i
            key={id}
            style={{
              flexGrow: count,
              background: labelColors(campaigns.get(id)?.color ?? '')?.background,
            }}
          />
        ))}
      </div>
      {balance.map(({ id, count }) => {
        const campaign = campaigns.get(id)
        const isChosen = chosen.length === 1 && chosen[0] === id
        return (
          <button
            key={id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => onChoose(isChosen ? [] : [id])}
          >
            {campaign && <CampaignDot color={campaign.color} />}
            <span className={classes.name}>{id === NO_CAMPAIGN ? noCampaignText : campaign?.name}</span>
            {count}
          </button>
        )
      })}
    </fieldset>
  )
}
