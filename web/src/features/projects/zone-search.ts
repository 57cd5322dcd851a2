import { timezoneLabel } from '#domain/kernel/time.ts'

/** How a zone is shown: `America - New York`. */
export const zoneLabel = (zone: string): string => timezoneLabel(zone).replaceAll('_', ' ')

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[\s/_-]+/g, ' ')
    .trim()

/** Whether what was typed matches a zone, however its parts are separated: `europe/vienna`, `New_York`, `Europe - Vienna`. */
export const isZoneFound = (label: string, typed: string): boolean => plain(label).includes(plain(typed))
