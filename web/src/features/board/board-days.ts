import { localOf } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import type { BoardRow } from '#domain/publishing/board-contract.ts'

/** Rows under one heading. */
type Part = { readonly key: string; readonly title: string; readonly rows: readonly BoardRow[] }
/** `parts`: today hour by hour; another day is one part without a title. */
type BoardDay = { readonly key: string; readonly title: string; readonly parts: readonly Part[] }

const hourTitle = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

const byHour = (rows: readonly BoardRow[], timezone: string): Part[] =>
  [...Map.groupBy(rows, ({ datetime }) => localOf(new Date(datetime), timezone).time.slice(0, 2))].map(
    ([hour, own]) => ({ key: hour, title: hourTitle(Number(hour)), rows: own }),
  )

/** The rows by day, and today's by hour, by the clock of this zone. They come earliest first. */
export const boardDays = (rows: readonly BoardRow[], now: Date, timezone: string): BoardDay[] => {
  const today = localOf(now, timezone).date
  const dayOf = ({ datetime }: BoardRow) => localOf(new Date(datetime), timezone).date
  return [...Map.groupBy(rows, dayOf)].map(([date, own]) => {
    const [first] = own
    const day = first ? formatInstant(new Date(first.datetime), timezone, formats.weekday) : date
    const isToday = date === today
    return {
      key: date,
      title: isToday ? `Today, ${day}` : day,
      parts: isToday ? byHour(own, timezone) : [{ key: date, title: '', rows: own }],
    }
  })
}
