import { Button, Checkbox, CloseButton, Drawer, Input, Stack, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { noCampaignText } from '#domain/analytics/by-campaign.ts'
import {
  type CalendarFilter,
  filterCount,
  NO_CAMPAIGN,
  noFilter,
  statusFiltersFor,
} from '#domain/calendar/filters.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { labelColors } from '#domain/labels/colors.ts'
import { searchLabels } from '#domain/labels/day-labels.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import type { Role } from '#domain/permissions/table.ts'
import { useListCampaigns } from '#web/features/campaigns/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PostTypeIcon } from '#web/ui/badge/post-type.tsx'
import { StatusSign } from '#web/ui/badge/status-sign.tsx'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import classes from './filter-panel.module.css'

type Props = {
  readonly filter: CalendarFilter
  readonly role: Role
  /** The labels of the shown days. */
  readonly labels: readonly DayLabel[]
  readonly onChange: (filter: CalendarFilter) => void
  readonly onClose: () => void
  readonly isPhone: boolean
}

/** The filters of the calendar. A group with nothing checked does not filter (docs/product/calendar.md "Filters"). */
export const FilterPanel = memo(function FilterPanel(props: Props) {
  const { filter, onChange, onClose, isPhone } = props
  const clear = (
    <Button
      variant="subtle"
      size="compact-xs"
      disabled={filterCount(filter) === 0}
      onClick={() => onChange(noFilter)}
    >
      Clear all
    </Button>
  )
  if (isPhone)
    return (
      <Drawer
        opened
        onClose={onClose}
        title="Filters"
        position="bottom"
        size="85%"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Groups {...props} />
        <div className={classes.foot}>{clear}</div>
      </Drawer>
    )
  return (
    <SidePanel onClose={onClose}>
      <div className={classes.head}>
        <h2 className={classes.title}>Filters</h2>
        {clear}
        <CloseButton size="sm" aria-label="Close filters" onClick={onClose} />
      </div>
      <Groups {...props} />
    </SidePanel>
  )
})

/** Beside the posts, which stay in reach: Escape closes it unless something lies above it. */
function SidePanel({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useFocusBack()
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && document.querySelector('[role=dialog], [role=menu]') === null) onClose()
  })
  useEffect(() => {
    // Before those who close what lies above: afterwards it would be gone.
    window.addEventListener('keydown', close, true)
    return () => window.removeEventListener('keydown', close, true)
  }, [])
  return (
    <aside className={classes.panel} aria-label="Filters">
      {children}
    </aside>
  )
}

const networkChoices: readonly Choice[] = socialNetworks.map(value => ({
  value,
  text: networkNames[value],
  sign: (
    <span aria-hidden className={classes.sign}>
      <NetworkBadge network={value} size={16} />
    </span>
  ),
}))

const typeChoices: readonly Choice[] = postTypes.map(value => ({
  value,
  text: postTypeNames[value],
  sign: <PostTypeIcon type={value} size={16} />,
}))

const statusChoices = (role: Role): readonly Choice[] =>
  statusFiltersFor(role).map(({ value, text }) => ({
    value,
    text,
    sign: <StatusSign status={value} size={15} />,
  }))

const campaignChoices = (campaigns: readonly Campaign[]): readonly Choice[] => [
  ...campaigns.map(({ id, name, color }) => ({
    value: String(id),
    text: name,
    sign: <i className={classes.dot} style={{ background: labelColors(color)?.background }} />,
  })),
  { value: String(NO_CAMPAIGN), text: noCampaignText, sign: <i className={classes.dot} /> },
]

const labelChoices = (labels: readonly DayLabel[]): readonly Choice[] =>
  labels.map(({ id, text, color }) => ({
    value: String(id),
    text,
    sign: <i className={classes.dot} style={{ background: labelColors(color)?.background }} />,
  }))

function Groups({ filter, role, labels, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const latest = useRef({ filter, onChange })
  useEffect(() => {
    latest.current = { filter, onChange }
  })
  const [togglers] = useState(() => {
    const togglerOf = (name: keyof CalendarFilter) => (value: string, isChecked: boolean) => {
      const { filter: before, onChange: change } = latest.current
      const others = before[name].map(String).filter(each => each !== value)
      const values = isChecked ? [...others, value] : others
      const isNumbered = name === 'label' || name === 'campaign'
      change({ ...before, [name]: isNumbered ? values.map(Number) : values })
    }
    return {
      status: togglerOf('status'),
      social_network: togglerOf('social_network'),
      social_post_type: togglerOf('social_post_type'),
      label: togglerOf('label'),
      campaign: togglerOf('campaign'),
    }
  })
  const group = (name: keyof CalendarFilter) => ({ checked: filter[name].join(), onToggle: togglers[name] })
  const statuses = useMemo(() => statusChoices(role), [role])
  const { data: campaigns } = useListCampaigns(useProjectId())
  const chosenCampaigns = useMemo(() => campaigns && campaignChoices(campaigns), [campaigns])
  const found = useMemo(() => labelChoices(searchLabels(labels, typed)), [labels, typed])
  return (
    <Stack gap="md">
      <Group title="Status" {...group('status')} choices={statuses} />
      <Group title="Social network" {...group('social_network')} choices={networkChoices} />
      <Group title="Post type" {...group('social_post_type')} choices={typeChoices} />
      {campaigns && chosenCampaigns && campaigns.length > 0 && (
        <Group title="Campaign" {...group('campaign')} choices={chosenCampaigns} />
      )}
      <Group
        title="Label"
        {...group('label')}
        choices={found}
        empty={labels.length === 0 ? 'No labels on these days' : 'No label has this name'}
      >
        {labels.length > 0 && (
          <TextInput
            size="xs"
            aria-label="Search labels"
            placeholder="Search labels"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={typed}
            onChange={event => setTyped(event.currentTarget.value)}
          />
        )}
      </Group>
    </Stack>
  )
}

type Choice = { readonly value: string; readonly text: string; readonly sign: ReactNode }

type Toggle = (value: string, isChecked: boolean) => void

type GroupProps = {
  readonly title: string
  /** Comma-separated, so that a group is drawn again only when its own boxes change. */
  readonly checked: string
  readonly onToggle: Toggle
  readonly choices: readonly Choice[]
  readonly empty?: string
  readonly children?: ReactNode
}

const Group = memo(function Group({ title, checked, onToggle, choices, empty, children }: GroupProps) {
  const name = useId()
  const values = checked.split(',')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot be laid out like the other titles
    <div role="group" aria-labelledby={name}>
      <Input.Label labelElement="div" id={name} className={classes.groupTitle}>
        {title}
      </Input.Label>
      <Stack gap={6} pt={6}>
        {children}
        {choices.map(choice => (
          <Box
            key={choice.value}
            choice={choice}
            isChecked={values.includes(choice.value)}
            onToggle={onToggle}
          />
        ))}
        {choices.length === 0 && <span className={classes.empty}>{empty}</span>}
      </Stack>
    </div>
  )
})

type BoxProps = { readonly choice: Choice; readonly isChecked: boolean; readonly onToggle: Toggle }

/** Not one of a `Checkbox.Group`, which draws all of its boxes at every click. */
const Box = memo(function Box({ choice: { value, text, sign }, isChecked, onToggle }: BoxProps) {
  return (
    <Checkbox
      size="xs"
      checked={isChecked}
      onChange={event => onToggle(value, event.currentTarget.checked)}
      label={
        <span className={classes.choice}>
          {sign} {text}
        </span>
      }
    />
  )
})
