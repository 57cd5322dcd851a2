import { type OptionsFilter, Select } from '@mantine/core'
import { messageOf } from '#web/platform/api-error.ts'
import { useListTimezones } from './api.ts'
import { isZoneFound, zoneLabel } from './zone-search.ts'

type Props = {
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error?: string | undefined
}

const matching: OptionsFilter = ({ options, search }) =>
  options.filter(option => 'label' in option && isZoneFound(option.label, search))

/** A select with search; slashes are shown as ' - ' (docs/product/projects.md "Name and time zone"). */
export function TimezoneSelect({ value, onChange, error }: Props) {
  const { data, error: failure } = useListTimezones()
  // A zone stored under another name than the list's is kept: the server knows both.
  const zones = data ? [...new Set([...data, ...(value === '' ? [] : [value])])] : value === '' ? [] : [value]
  return (
    <Select
      id="timezone"
      label="Timezone"
      searchable
      filter={matching}
      placeholder={data ? 'Search a city or a region' : ''}
      nothingFoundMessage="Not found"
      data={zones.map(zone => ({ value: zone, label: zoneLabel(zone) }))}
      value={value === '' ? null : value}
      onChange={zone => onChange(zone ?? '')}
      disabled={zones.length === 0}
      error={error ?? (failure && !data ? messageOf(failure) : undefined)}
      allowDeselect={false}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false }}
    />
  )
}
