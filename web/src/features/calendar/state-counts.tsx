import { useMemo } from 'react'
import { type CardState, cardStates, countStates } from '#domain/calendar/card-state.ts'
import { type CalendarEntry, entriesOf } from '#domain/calendar/entries.ts'
import { filterSearch } from '#domain/calendar/filter-search.ts'
import { filterEntries } from '#domain/calendar/filters.ts'
import type { Role } from '#domain/permissions/table.ts'
import { useListCampaigns } from '#web/features/campaigns/api.ts'
import { useKnownCampaigns } from '#web/features/campaigns/known-campaigns.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import type { CalendarData } from './api.ts'
import classes from './calendar-toolbar.module.css'
import { CampaignBalance } from './campaign-balance.tsx'
import { periodOf, useViewNavigation, type ViewState } from './grid-state/view-state.ts'

const words: Readonly<Record<CardState, string>> = {
  ready: 'ready',
  waiting: 'waiting',
  fixes: 'fixes',
  at_risk: 'at risk',
}

type Props = {
  readonly data: CalendarData
  readonly state: ViewState
  readonly role: Role
  readonly now: Date
}

/** The posts of the month or week by what their cards say; a click shows only those, a second one all (docs/product/calendar.md "Counts"). */
export function StateCounts({ data, state, role, now }: Props) {
  const timezone = useTimezone()
  const go = useViewNavigation()
  const { post_schedules: items, day_labels: labels } = data
  const entries = useMemo(() => entriesOf(items, timezone), [items, timezone])
  const { start, end } = periodOf(state)
  const isInPeriod = ({ date }: CalendarEntry) => start <= date && date <= end
  const { filter } = state
  const counted = filterEntries(entries, filter, labels, role).filter(isInPeriod)
  const projectId = useProjectId()
  // For the cards too.
  useListCampaigns(
    projectId,
    items.some(({ post }) => post.campaign_id !== undefined),
  )
  const campaigns = useKnownCampaigns(projectId)
  const counts = countStates(counted, now)
  const show = (cardState: CardState | undefined) => go({ only: cardState }, { replace: true })
  return (
    <>
      <fieldset className={classes.counts} aria-label="Posts by state">
        <button type="button" aria-pressed={state.cardState === undefined} onClick={() => show(undefined)}>
          {counted.length} {counted.length === 1 ? 'post' : 'posts'}
        </button>
        {cardStates.map(each => {
          const isChosen = state.cardState === each
          return (
            (counts[each] > 0 || isChosen) && (
              <button
                key={each}
                type="button"
                data-state={each}
                aria-pressed={isChosen}
                onClick={() => show(isChosen ? undefined : each)}
              >
                {counts[each]} {words[each]}
              </button>
            )
          )
        })}
      </fieldset>
      {campaigns.size > 0 && (
        <CampaignBalance
          entries={
            filter.campaign.length === 0
              ? counted
              : filterEntries(entries, { ...filter, campaign: [] }, labels, role).filter(isInPeriod)
          }
          campaigns={campaigns}
          chosen={state.filter.campaign}
          onChoose={campaign => go(filterSearch({ ...state.filter, campaign }), { replace: true })}
        />
      )}
    </>
  )
}
