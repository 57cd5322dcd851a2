import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'

/** More rows than these do not stand in sight at once: their list gets a field to search it by. */
export const MANY = 8

/** Whether the text holds what is searched for, in letters of either size. */
export const holds = (text: string, wanted: string): boolean =>
  text.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())

type Props = {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

/** Narrows a list that is on the screen, at every key. */
export function SearchField({ label, value, onChange }: Props) {
  return (
    <TextInput
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={value}
      onChange={event => onChange(event.currentTarget.value)}
      // Enter would send the form that it may stand in.
      onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
    />
  )
}
