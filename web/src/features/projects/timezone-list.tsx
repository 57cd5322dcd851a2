import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { useListTimezones, useZonePlaces } from './api.ts'
import classes from './timezone-list.module.css'
import { findZones, offsetLabel, type Selection, type Zone, zonesOf } from './zone-search.ts'

type Props = {
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error?: string | undefined
  readonly autoFocus: boolean
  /** What was typed before the list was there; null: nothing. */
  readonly typed: string | null
  /** What was selected in it. */
  readonly selection: RefObject<Selection>
}

/** What the list offers: the zones of the server, and the stored one, which may have another name there. */
const useZones = (
  names: readonly string[],
  value: string,
  { isSearched }: { readonly isSearched: boolean },
): ReadonlyMap<string, Zone> => {
  const { data: places } = useZonePlaces({ enabled: isSearched })
  return useMemo(() => {
    const all = [...new Set([...names, ...(value === '' ? [] : [value])])]
    return new Map(zonesOf(all, places ?? [], new Date()).map(zone => [zone.name, zone]))
  }, [names, value, places])
}

const none: readonly string[] = []

/**
 * A select with search by offset, abbreviation, country, city and name; slashes are shown as ' - ' (docs/product/projects.md
 * "Name and time zone").
 */
export function TimezoneList({ value, onChange, error, autoFocus, typed, selection }: Props) {
  const { data, error: failure } = useListTimezones()
  const [isSearched, setSearched] = useState(false)
  const zones = useZones(data ?? none, value, { isSearched })
  const matching: OptionsFilter = ({ options, search }) => {
    const found = findZones([...zones.values()], search)
    const byName = new Map(options.map(option => ['value' in option ? option.value : '', option]))
    return found.flatMap(({ name }) => byName.get(name) ?? [])
  }
  const chosen = zones.get(value)
  const [search, setSearch] = useState(typed ?? chosen?.label ?? '')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The select begins with the chosen zone's name, and the browser with the caret at the end.
    if (typed !== null) setSearch(typed)
    field.current?.setSelectionRange(...selection.current)
  }, [typed, selection])
  return (
    <Select
      ref={field}
      id="timezone"
      autoFocus={autoFocus}
      label="Timezone"
      description={chosen && `Now ${offsetLabel(chosen.offset)}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      filter={matching}
      placeholder={data ? 'Search for a city, a country or GMT+1' : ''}
      nothingFoundMessage="Not found"
      data={[...zones.values()].map(({ name, label }) => ({ value: name, label }))}
      renderOption={({ option }) => <ZoneOption option={option} zone={zones.get(option.value)} />}
      value={value === '' ? null : value}
      onChange={zone => onChange(zone ?? '')}
      disabled={zones.size === 0}
      error={error ?? (failure && !data ? messageOf(failure) : undefined)}
      onFocus={() => setSearched(true)}
      allowDeselect={false}
      maxDropdownHeight={260}
      comboboxProps={{ withinPortal: false }}
    />
  )
}

function ZoneOption({ option, zone }: { option: ComboboxItem; zone: Zone | undefined }) {
  return (
    <span className={classes.option}>
      <span className={classes.words}>
        {option.label}
        {zone && zone.places !== '' && <span className={classes.places}>{zone.places}</span>}
      </span>
      {zone && <span className={classes.offset}>{offsetLabel(zone.offset)}</span>}
    </span>
  )
}
