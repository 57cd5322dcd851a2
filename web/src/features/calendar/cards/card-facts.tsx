import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { dayOf, type LocalDate } from '#domain/kernel/time.ts'
import { formatLastUpdate, formatLocal, formats } from '#domain/kernel/time-format.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import classes from './card-facts.module.css'

type Props = { readonly entry: CalendarEntry; readonly today: LocalDate }

/** The days of a post, on a card of a week. */
export function CardFacts({ entry, today }: Props) {
  const timezone = useTimezone()
  return (
    <dl className={classes.facts}>
      <div>
        <dt>Publish date</dt>
        <dd>{formatLocal(entry, formats.dateTime)}</dd>
      </div>
      <div>
        <dt>Last update</dt>
        <dd>{formatLastUpdate(dayOf(new Date(entry.item.post.updated_at), timezone), today)}</dd>
      </div>
    </dl>
  )
}
