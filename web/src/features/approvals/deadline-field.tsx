import { TextInput } from '@mantine/core'
import { instantOf } from '#domain/kernel/instant-of.ts'
import { localOf, timezoneLabel } from '#domain/kernel/time.ts'
import { useTimezone } from '#web/platform/shown-project.ts'

/** A deadline as it is typed. `instant`: null while there is none, or none that can be sent. */
export type DeadlineChoice = {
  readonly text: string
  readonly instant: string | null
  readonly problem: string | null
}
export const noDeadline: DeadlineChoice = { text: '', instant: null, problem: null }

/** Of the text of a browser's field for date and time, by the clock of `timezone`. */
const choiceOf = (text: string, timezone: string, now: Date): DeadlineChoice => {
  const [date = '', time = ''] = text.split('T')
  if (date === '' || time === '') return noDeadline
  const instant = instantOf({ date, time: time.slice(0, 5), timezone })
  if (instant <= now) return { text, instant: null, problem: 'Choose a time in the future' }
  return { text, instant: instant.toISOString(), problem: null }
}

type Props = {
  readonly value: DeadlineChoice
  readonly onChange: (choice: DeadlineChoice) => void
  /** Beside another one, which says whose clock it is. */
  readonly isShort?: boolean
}

/** Until when the approvers should decide, if not by the project's rule (docs/product/approvals.md "Deadline"). */
export function DeadlineField({ value, onChange, isShort = false }: Props) {
  const timezone = useTimezone()
  const { date, time } = localOf(new Date(), timezone)
  return (
    <TextInput
      type="datetime-local"
      label="Decide by (optional)"
      description={
        isShort ? undefined : `By the clock of ${timezoneLabel(timezone)}. Empty: the project's rule.`
      }
      min={`${date}T${time}`}
      value={value.text}
      error={value.problem}
      onChange={event => onChange(choiceOf(event.currentTarget.value, timezone, new Date()))}
    />
  )
}
