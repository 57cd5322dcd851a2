import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { Keyword } from '#domain/hashtags/model.ts'
import { SEARCH_DEBOUNCE_MS, shortestSearch } from '#domain/hashtags/suggestions.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useSearchKeywords } from '#web/features/hashtags/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

type Props = {
  readonly network: SocialNetwork
  readonly value: readonly Keyword[]
  readonly onChange: (keywords: Keyword[]) => void
}

/** The most keywords that the server takes. */
const most = 50

/** Keywords of a video, as the network's search names them; searched from 2 characters on. */
export function KeywordSelect({ network, value, onChange }: Props) {
  const projectId = useProjectId()
  const [search, setSearch] = useState('')
  const [rested] = useDebouncedValue(search.trim(), SEARCH_DEBOUNCE_MS)
  const isRequested = rested.length >= shortestSearch.keyword
  const found = useSearchKeywords({ projectId, network, q: isRequested ? rested : null })
  const known = new Map(
    [...value, ...(isRequested ? (found.data?.payload ?? []) : [])].map(one => [one.id, one]),
  )
  return (
    <MultiSelect
      label="Keywords"
      description="Keywords help the network show the video to people who are interested."
      placeholder={value.length === 0 ? 'Search keywords' : undefined}
      searchable
      hidePickedOptions
      maxValues={most}
      searchValue={search}
      onSearchChange={setSearch}
      // The network has already filtered them.
      filter={({ options }) => options}
      data={[...known.values()].map(({ id, name }) => ({ value: id, label: name }))}
      value={value.map(({ id }) => id)}
      onChange={ids => onChange(ids.flatMap(id => known.get(id) ?? []))}
      nothingFoundMessage={noteOf({
        isTooShort: search.trim().length < shortestSearch.keyword,
        isAsking: search.trim() !== rested || found.isFetching,
        failure: found.error ? messageOf(found.error) : (found.data?.error ?? null),
      })}
      // The field around it shows the focus.
      styles={{ inputField: { outline: 'none' } }}
      comboboxProps={{ shadow: 'md', withinPortal: false }}
    />
  )
}

type Requested = { readonly isTooShort: boolean; readonly isAsking: boolean; readonly failure: string | null }

const noteOf = ({ isTooShort, isAsking, failure }: Requested): string => {
  if (isTooShort) return 'Type more than 1 character'
  if (isAsking) return 'Loading…'
  // Fixed wording (docs/product/media.md "Videos").
  return failure ?? 'No options'
}
