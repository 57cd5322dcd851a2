import { instantIn } from '#domain/kernel/languages/dates.ts'
import { readInstant, timezoneLabel } from '#domain/kernel/time.ts'
import { pageWords } from '#web/platform/words.ts'

/** The time zone of this browser; empty if it reports none. For things that belong to no project. */
export const browserTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

type Props = {
  readonly instant: string | Date
  readonly timezone: string
  readonly format?: 'time' | 'day' | 'dayTime'
  /** `full` shows the zone next to the time; `hint` puts it into the tooltip, where the page names its zone once. */
  readonly zone?: 'full' | 'hint'
}

/** A time with its zone. */
export function ZonedTime({ instant, timezone, format = 'dayTime', zone = 'full' }: Props) {
  const time = readInstant(instant)
  const text = instantIn(pageWords().language, time, timezone, format)
  const label = timezoneLabel(timezone)
  return (
    <time dateTime={time.toISOString()} title={`${text} ${label}`}>
      {text}
      {zone === 'full' && <span style={{ color: 'var(--g-text-muted)' }}> {label}</span>}
    </time>
  )
}
