import { Text, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

/** More rows than fit on the screen at once. */
const MIN_ROWS = 8

/** Whether the text contains what is searched for, ignoring case. */
export const holds = (text: string, wanted: string): boolean =>
  text.toLocaleLowerCase().includes(wanted.trim().toLocaleLowerCase())

type Props = {
  readonly label: string
  /** How many rows the list has. */
  readonly rows: number
  /** How many of them match. */
  readonly found: number
  readonly value: string
  readonly onChange: (text: string) => void
}

/**
 * Filters a list on the screen at every key. A short list has no search field. One that becomes short keeps it: it may still be
 * filtered, and nothing else would bring the other rows back.
 */
export function SearchField({ label, rows, found, value, onChange }: Props) {
  const isNeeded = rows > MIN_ROWS || value !== ''
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
        // Enter would submit a form around it.
        onKeyDown={event => event.key === 'Enter' && event.preventDefault()}
      />
      <Text size="sm" c="dimmed" role="status" mt={found === 0 ? 'xs' : 0}>
        {found === 0 && 'Not found'}
      </Text>
    </div>
  )
}
