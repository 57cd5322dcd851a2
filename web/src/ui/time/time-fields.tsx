import { Group, SegmentedControl, Text, TextInput } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { clampHours, clampMinutes, type TwelveHourTime } from '#domain/kernel/time-format.ts'

type Props = {
  readonly value: TwelveHourTime
  readonly onChange: (value: TwelveHourTime) => void
  /** In a line of text: small, the labels for screen readers only. */
  readonly isCompact?: boolean
}

type Field = {
  readonly name: 'hours' | 'minutes'
  readonly label: string
  readonly clamp: (value: number) => string
  /** One up or down, wrapping around. */
  readonly step: (value: number, by: 1 | -1) => number
}

const fields: readonly Field[] = [
  { name: 'hours', label: 'Hours', clamp: clampHours, step: (value, by) => ((value - 1 + by + 12) % 12) + 1 },
  { name: 'minutes', label: 'Minutes', clamp: clampMinutes, step: (value, by) => (value + by + 60) % 60 },
]
const steps: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 }

/**
 * Hours, minutes and AM or PM. Typed freely; on leaving the field clamped and padded to two digits (docs/product/schedules.md
 * "Schedule modal").
 */
export function TimeFields({ value, onChange, isCompact = false }: Props) {
  const size = isCompact ? 'xs' : 'sm'
  const [hours, minutes] = fields.map(field => (
    <TextInput
      key={field.name}
      {...(isCompact ? { 'aria-label': field.label } : { label: field.label })}
      size={size}
      value={value[field.name]}
      onChange={event =>
        onChange({ ...value, [field.name]: event.currentTarget.value.replace(/\D/g, '').slice(-2) })
      }
      onFocus={event => event.currentTarget.select()}
      onBlur={() => {
        const kept = clamped(field, value[field.name])
        // Somebody who only passes through has not chosen this time.
        if (kept !== value[field.name]) onChange({ ...value, [field.name]: kept })
      }}
      onKeyDown={event => {
        const next = stepped(field, value[field.name], event)
        if (next !== null) onChange({ ...value, [field.name]: next })
      }}
      inputMode="numeric"
      autoComplete="off"
      w={isCompact ? 40 : 72}
      styles={{ input: { paddingInline: 4, textAlign: 'center', fontVariantNumeric: 'tabular-nums' } }}
    />
  ))
  return (
    <Group gap={isCompact ? 4 : 'xs'} align="flex-end" wrap="nowrap">
      {hours}
      <Text component="span" pb={isCompact ? 4 : 7} aria-hidden>
        :
      </Text>
      {minutes}
      <SegmentedControl
        aria-label="AM or PM"
        size={size}
        data={['AM', 'PM']}
        value={value.period}
        onChange={period => onChange({ ...value, period: period === 'PM' ? 'PM' : 'AM' })}
      />
    </Group>
  )
}

const clamped = (field: Field, text: string): string => field.clamp(text === '' ? Number.NaN : Number(text))

const stepped = (field: Field, text: string, event: KeyboardEvent): string | null => {
  const by = steps[event.key]
  if (by === undefined) return null
  event.preventDefault()
  return field.clamp(field.step(Number(clamped(field, text)), by))
}
