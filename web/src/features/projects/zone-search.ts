import { timezoneLabel } from '#domain/kernel/time.ts'

/** What a zone is called where it is chosen: `America - New York`. */
export const zoneLabel = (zone: string): string => timezoneLabel(zone).replaceAll('_', ' ')

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s/_-]+/g, ' ')
    .trim()

/** Whether a zone is meant by what was typed, however its parts are put together: `europe/vienna`, `New_York`, `Europe - Vienna`. */
export const isZoneFound = (label: string, typed: string): boolean => plain(label).includes(plain(typed))
