import { Button, Group, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { LEFT_OUT_MAX } from '#domain/campaigns/repeat.ts'
import { isLocalDate, type LocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'

type Props = {
  readonly days: readonly LocalDate[]
  readonly onChange: (days: readonly LocalDate[]) => void
}

/** Days on which nothing is to go out, each with a button that takes it away. */
export function LeftOutDays({ days, onChange }: Props) {
  const [typed, setTyped] = useState('')
  const isNew = isLocalDate(typed) && !days.includes(typed) && days.length < LEFT_OUT_MAX
  const add = () => {
    onChange([...days, typed].toSorted())
    setTyped('')
  }
  return (
    <div>
      <Group gap="xs" align="flex-end">
        <TextInput
          type="date"
          label="Leave out a day (optional)"
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Button variant="default" disabled={!isNew} onClick={add}>
          Leave out
        </Button>
      </Group>
      {days.length > 0 && (
        <Group gap="xs" mt="xs">
          {days.map(date => {
            const text = formatLocal({ date, time: '00:00' }, formats.day)
            return (
              <Button
                key={date}
                size="compact-sm"
                variant="default"
                rightSection={<IconX size={14} aria-hidden />}
                aria-label={`Do not leave out ${text}`}
                onClick={() => onChange(days.filter(one => one !== date))}
              >
                {text}
              </Button>
            )
          })}
        </Group>
      )}
    </div>
  )
}
