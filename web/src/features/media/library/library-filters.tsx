import { SegmentedControl, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { LibraryFilter } from '../library-api.ts'
import classes from './library.module.css'

const kinds = [
  { value: 'all', label: 'All' },
  { value: 'image', label: 'Photos' },
  { value: 'video', label: 'Videos' },
  { value: 'gif', label: 'GIFs' },
] as const

const kindOf = (value: string): LibraryFilter['type'] =>
  value === 'image' || value === 'video' || value === 'gif' ? value : undefined

const searchPauseMs = 300

type Props = { readonly filter: LibraryFilter; readonly onChange: (filter: LibraryFilter) => void }

/** Searches the library by name and kind. */
export function LibraryFilters({ filter, onChange }: Props) {
  const [text, setText] = useState(filter.q ?? '')
  const search = useDebouncedCallback(
    (q: string) => onChange({ ...filter, q: q.trim() || undefined }),
    searchPauseMs,
  )
  return (
    <div className={classes.filters}>
      <TextInput
        className={classes.search}
        aria-label="Search files by name"
        placeholder="Search by name"
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={255}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          search(event.currentTarget.value)
        }}
      />
      <SegmentedControl
        aria-label="Kind of file"
        data={[...kinds]}
        value={filter.type ?? 'all'}
        onChange={value => onChange({ ...filter, type: kindOf(value) })}
      />
    </div>
  )
}
