import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { useListCloneProjects } from './api.ts'

type Props = {
  readonly postId: number
  readonly value: number
  readonly onChange: (id: number) => void
}

/** Those in which the person may create posts; the server finds more than the list shows. */
export function ProjectSelect({ postId, value, onChange }: Props) {
  const { data: all = [] } = useListCloneProjects(postId, '')
  const [chosenName, setChosenName] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const name = chosenName ?? all.find(({ id }) => id === value)?.name ?? ''
  // The field shows the chosen name, which nobody has searched for.
  const [q] = useDebouncedValue(search === name ? '' : search.trim(), 300)
  const { data: found = [] } = useListCloneProjects(postId, q)
  const options = found.map(project => ({ value: String(project.id), label: project.name }))
  const hasValue = name === '' || options.some(option => option.value === String(value))
  return (
    <Select
      label="Project"
      searchable
      allowDeselect={false}
      data={hasValue ? options : [{ value: String(value), label: name }, ...options]}
      filter={({ options: unfiltered }) => unfiltered}
      value={String(value)}
      onSearchChange={setSearch}
      nothingFoundMessage="Not found"
      comboboxProps={{ withinPortal: false }}
      onChange={(id, option) => {
        setChosenName(option?.label ?? null)
        if (id !== null) onChange(Number(id))
      }}
    />
  )
}
