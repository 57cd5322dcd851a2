import {
  Alert,
  Button,
  Chip,
  Group,
  Input,
  NativeSelect,
  NumberInput,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { addDays, dayOfWeek } from '#domain/kernel/days.ts'
import { dayOf, isLocalDate } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { weekdayNames, weekdays } from '#domain/projects/time-slots.ts'
import type { RepeatRule } from '#domain/series/model.ts'
import { monthlyRulesOn } from '#domain/series/monthly-rules.ts'
import { occurrenceDates, SERIES_DAYS_AHEAD } from '#domain/series/occurrences.ts'
import { daysInWords, ruleInWords } from '#domain/series/rule-texts.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import { useCreateSeries } from './api.ts'

type Props = {
  readonly postId: number
  readonly date: string | null
  readonly onClose: () => void
}

/** Asks how often a post repeats, and says which drafts are made now. */
export function RepeatForm({ date, onClose, ...post }: Props) {
  if (date === null)
    return (
      <Stack>
        <Text size="sm">Schedule the post first. Its copies are made for the same time of day.</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </Group>
      </Stack>
    )
  return <RuleForm {...post} date={date} onClose={onClose} />
}

type Unit = 'weeks' | 'months'
type Ending = 'never' | 'day' | 'count'

const useRule = (date: string) => {
  const [every, setEvery] = useState<number | string>(1)
  const [unit, setUnit] = useState<Unit>('weeks')
  const [days, setDays] = useState<string[]>([String(dayOfWeek(date) || 7)])
  const [monthly, setMonthly] = useState(0)
  const often = typeof every === 'number' && every >= 1 && every <= 12 ? every : null
  const options = monthlyRulesOn(date, often ?? 1)
  const rule: RepeatRule | undefined =
    unit === 'months'
      ? options[monthly]
      : { frequency: 'weekly', every: often ?? 1, weekdays: days.map(Number) }
  const isWhole = often !== null && (unit === 'months' || days.length > 0)
  return {
    every,
    setEvery,
    unit,
    setUnit,
    days,
    setDays,
    monthly,
    setMonthly,
    options,
    rule: isWhole && rule ? rule : null,
  }
}

const useEnding = (date: string) => {
  const [ending, setEnding] = useState<Ending>('never')
  const [until, setUntil] = useState('')
  const [count, setCount] = useState<number | string>(10)
  const isPossible =
    ending === 'never' ||
    (ending === 'day' && isLocalDate(until) && until > date) ||
    (ending === 'count' && typeof count === 'number' && count >= 2 && count <= 500)
  return {
    ending,
    setEnding,
    until,
    setUntil,
    count,
    setCount,
    end: isPossible
      ? { until: ending === 'day' ? until : null, count: ending === 'count' ? Number(count) : null }
      : null,
  }
}

function RuleForm({ postId, date, onClose }: Props & { readonly date: string }) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { mutateAsync: create, isPending } = useCreateSeries({ projectId, postId })
  const { rule, ...choice } = useRule(date)
  const { end, ...ending } = useEnding(date)
  const [failure, setFailure] = useState<string | null>(null)
  const isReady = rule !== null && end !== null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!isReady) return
    setFailure(null)
    try {
      const { drafts } = await create({ rule, ...end })
      onClose()
      toast.success(`${ruleInWords(rule)}. ${drafts === 1 ? 'One draft was' : `${drafts} drafts were`} made.`)
    } catch (refusal) {
      setFailure(messageOf(refusal))
      expectApiError(refusal)
    }
  }
  return (
    <form onSubmit={event => void submit(event)}>
      <Stack gap="md">
        <RuleFields {...choice} />
        <EndFields {...ending} date={date} />
        <Text size="sm" c="dimmed" role="status">
          {isReady
            ? draftsInWords({ rule, starts_on: date, ...end }, timezone)
            : 'Choose how often it repeats, and when it ends.'}
        </Text>
        {failure !== null && (
          <Alert color="red" variant="light" role="alert">
            {failure}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={!isReady}>
            Repeat
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function RuleFields(choice: Omit<ReturnType<typeof useRule>, 'rule'>) {
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label="Every"
          min={1}
          max={12}
          allowDecimal={false}
          value={choice.every}
          onChange={choice.setEvery}
        />
        <NativeSelect
          label="Unit"
          value={choice.unit}
          onChange={event => choice.setUnit(event.currentTarget.value === 'months' ? 'months' : 'weeks')}
          data={[
            { value: 'weeks', label: choice.every === 1 ? 'week' : 'weeks' },
            { value: 'months', label: choice.every === 1 ? 'month' : 'months' },
          ]}
        />
      </Group>
      {choice.unit === 'weeks' ? (
        <Input.Wrapper label="On" labelElement="div">
          <Chip.Group multiple value={choice.days} onChange={choice.setDays}>
            <Group gap={6} mt={4} role="group" aria-label="Weekdays">
              {weekdays.map(weekday => (
                <Chip key={weekday} value={String(weekday)} size="sm" aria-label={weekdayNames[weekday]}>
                  {weekdayNames[weekday].slice(0, 3)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      ) : (
        <NativeSelect
          label="On"
          value={String(choice.monthly)}
          onChange={event => choice.setMonthly(Number(event.currentTarget.value))}
          data={choice.options.map((rule, index) => ({ value: String(index), label: daysInWords(rule) }))}
        />
      )}
    </>
  )
}

function EndFields(ending: Omit<ReturnType<typeof useEnding>, 'end'> & { readonly date: string }) {
  return (
    <Group grow align="flex-start">
      <NativeSelect
        label="Ends"
        value={ending.ending}
        onChange={event => ending.setEnding(event.currentTarget.value as Ending)}
        data={[
          { value: 'never', label: 'Never' },
          { value: 'day', label: 'On a day' },
          { value: 'count', label: 'After a number of posts' },
        ]}
      />
      {ending.ending === 'day' && (
        <TextInput
          type="date"
          label="Last day"
          min={addDays(ending.date, 1)}
          value={ending.until}
          onChange={event => ending.setUntil(event.currentTarget.value)}
        />
      )}
      {ending.ending === 'count' && (
        <NumberInput
          label="Posts, this one included"
          min={2}
          max={500}
          allowDecimal={false}
          value={ending.count}
          onChange={ending.setCount}
        />
      )}
    </Group>
  )
}

/** How many days are named. */
const NAMED = 3

const draftsInWords = (repetition: Parameters<typeof occurrenceDates>[0], timezone: string): string => {
  const today = dayOf(new Date(), timezone)
  const dates = occurrenceDates(repetition, addDays(today, SERIES_DAYS_AHEAD)).filter(
    date => date > repetition.starts_on && date >= today,
  )
  const never = 'None is sent for approval by itself.'
  if (dates.length === 0)
    return `No draft in the next eight weeks; later ones are made by themselves. ${never}`
  const named = dates.slice(0, NAMED).map(date => formatLocal({ date, time: '00:00' }, formats.weekday))
  const more = dates.length - named.length
  const all = new Intl.ListFormat('en').format(more > 0 ? [...named, `${more} more`] : named)
  const count = dates.length === 1 ? 'One draft is' : `${dates.length} drafts are`
  return `${count} made now, for the next eight weeks: ${all}. ${never}`
}
