import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import { type CalendarFilter, NO_CAMPAIGN, noFilter, statusFiltersFor } from '#domain/calendar/filters.ts'
import { isSocialNetwork, postTypes } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { useListCampaigns } from '#web/features/campaigns/api.ts'
import { useListDayLabels } from '#web/features/labels/api.ts'
import { useActor } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import classes from './content-toolbar.module.css'

type Props = { readonly filter: CalendarFilter; readonly onChange: (filter: CalendarFilter) => void }

/** What the list is filtered by, each with a button that takes it away. */
export function FilterChips({ filter, onChange }: Props) {
  const projectId = useProjectId()
  const labels = useListDayLabels(projectId).data ?? []
  const campaigns = useListCampaigns(projectId).data ?? []
  const statuses = statusFiltersFor(useActor(projectId).role ?? 'content-creator')
  const names: Readonly<Record<keyof CalendarFilter, (value: string) => string | undefined>> = {
    status: value => statuses.find(one => one.value === value)?.text,
    social_network: value => (isSocialNetwork(value) ? networkNames[value] : undefined),
    social_post_type: value => {
      const type = postTypes.find(one => one === value)
      return type && postTypeNames[type]
    },
    campaign: value =>
      value === String(NO_CAMPAIGN) ? noCampaignText : campaigns.find(({ id }) => String(id) === value)?.name,
    label: value => labels.find(({ id }) => String(id) === value)?.text,
  }
  const groups = Object.keys(names) as (keyof CalendarFilter)[]
  return (
    <ul className={classes.chips} aria-label="Active filters">
      {groups.flatMap(group =>
        filter[group].map(String).map(value => {
          const name = names[group](value) ?? value
          return (
            <li key={`${group}-${value}`}>
              <Button
                size="compact-sm"
                variant="default"
                rightSection={<IconX size={14} aria-hidden />}
                aria-label={`Remove the filter ${name}`}
                onClick={() =>
                  onChange({ ...filter, [group]: filter[group].filter(one => String(one) !== value) })
                }
              >
                {name}
              </Button>
            </li>
          )
        }),
      )}
      <li>
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(noFilter)}>
          Clear filters
        </Button>
      </li>
    </ul>
  )
}
