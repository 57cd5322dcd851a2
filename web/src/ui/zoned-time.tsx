import { readInstant, timezoneLabel } from '#domain/kernel/time.ts'

const formats = {
  /** 9:05 AM */
  time: { hour: 'numeric', minute: '2-digit' },
  /** 21 Nov 2026 */
  date: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 Nov 2026, 9:05 AM */
  both: { day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** The time zone of this browser; empty if it reports none. For things that belong to no project. */
export const browserTimezone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''

/** An instant in words, in the time zone. */
export const formatInstant = (
  instant: string | Date,
  timezone: string,
  format: keyof typeof formats = 'both',
): string => {
  const day = format === 'time' ? 'en-US' : 'en-GB'
  const text = new Intl.DateTimeFormat(day, { ...formats[format], hour12: true, timeZone: timezone }).format(
    readInstant(instant),
  )
  return text.replace(/\b(am|pm)$/, half => half.toUpperCase())
}

type Props = {
  readonly instant: string | Date
  readonly timezone: string
  readonly format?: keyof typeof formats
  /** `full` shows the zone next to the time; `hint` puts it into the tooltip, where the page names its zone once. */
  readonly zone?: 'full' | 'hint'
}

/** A time with its zone. */
export function ZonedTime({ instant, timezone, format = 'both', zone = 'full' }: Props) {
  const text = formatInstant(instant, timezone, format)
  const label = timezoneLabel(timezone)
  return (
    <time dateTime={readInstant(instant).toISOString()} title={`${text} ${label}`}>
      {text}
      {zone === 'full' && <span style={{ color: 'var(--g-text-muted)' }}> {label}</span>}
    </time>
  )
}
