import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** More rows than these do not stand in sight at once. */
const MANY = 8

/** Whether the text holds what is searched for, in letters of either size. */
export const holds = (text: string, wanted: string): boolean =>
  text.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())

type Props = {
  readonly label: string
  /** How many rows the list has. */
  readonly rows: number
  /** How many of them hold the text. */
  readonly found: number
  readonly value: string
  readonly onChange: (text: string) => void
}

/**
 * Narrows a list that is on the screen, at every key. A short list has none. One that becomes short keeps it: it may be narrowed still, and
 * nothing else would bring the other rows back.
 */
export function SearchField({ label, rows, found, value, onChange }: Props) {
  const isNeeded = rows > MANY || value !== ''
  const [isShown, setShown] = useState(isNeeded)
  if (isNeeded && !isShown) setShown(true)
  if (!isShown) return null
  return (
    <div>
      <TextInput
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={value}
        onChange={event => onChange(event.currentTarget.value)}
        // Enter would send the form that it may stand in.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <Text size="sm" c="dimmed" role="status" mt={found === 0 ? 'xs' : 0}>
        {found === 0 && 'Not found'}
      </Text>
    </div>
  )
}
