import { timezoneLabel } from '#domain/kernel/time.ts'

/** What is selected in the field of a search: from and to, in UTF-16 units. */
export type Selection = readonly [number, number]

/** How a zone is shown: `America - New York`. */
export const zoneLabel = (zone: string): string => timezoneLabel(zone).replaceAll('_', ' ')

/** A zone as it is listed and searched. */
export type Zone = {
  readonly name: string
  readonly label: string
  /** Minutes ahead of UTC at present. */
  readonly offset: number
  /** The country and its largest cities in the zone; empty if they are not known. */
  readonly places: string
  /** Of standard and summer time: `PST`, `PDT`. */
  readonly abbreviations: readonly string[]
  /** Everything else it is found by: other names, the country, cities, and what the time is called. */
  readonly words: string
}

/** Lower case, without accents, and with one space between words. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s/_,-]+/g, ' ')
    .trim()

/** How far the zone's clocks are ahead of UTC, in minutes. */
const offsetOf = (zone: string, now: Date): number => {
  const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
    now,
  )
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return minutesOf(text) ?? 0
}

/** `GMT+5:30`, `utc-8`, `+0530` or `+1` in minutes; null for any other text. */
const minutesOf = (text: string): number | null => {
  const match = /^(?:gmt|utc)?\s*([+\-−])\s*(\d{1,2})(?::?(\d\d))?$/i.exec(text.trim())
  if (!match) return null
  const [, sign, hours, minutes = 0] = match
  return (sign === '+' ? 1 : -1) * (Number(hours) * 60 + Number(minutes))
}

/** `GMT+5:30`, `GMT-8`; `GMT` where it is the same. */
export const offsetLabel = (offset: number): string => {
  if (offset === 0) return 'GMT'
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `GMT${offset < 0 ? '-' : '+'}${hours}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** The zones by name, with what the lines of `zone-places.json` know of them. */
export const zonesOf = (names: readonly string[], lines: readonly string[], now: Date): Zone[] => {
  const known = new Map(
    lines.flatMap(line => {
      const parts = line.split('|')
      return (parts[0] ?? '').split(' ').map(name => [name, parts] as const)
    }),
  )
  return names.map(name => {
    const [aliases = '', country = '', title = '', abbreviations = '', cities = ''] = known.get(name) ?? []
    return {
      name,
      label: zoneLabel(name),
      offset: offsetOf(name, now),
      places: [country, cities].filter(part => part !== '').join(': '),
      abbreviations: abbreviations.toLowerCase().split(' '),
      words: plain([country, shortNames[country] ?? '', cities, title, aliases].join(' ')),
    }
  })
}

/** What people call countries for short. */
const shortNames: Readonly<Record<string, string>> = {
  'United States': 'US USA',
  'United Kingdom': 'UK Great Britain England Scotland Wales',
  'United Arab Emirates': 'UAE',
}

/** How well a zone answers to what was typed: 0 is best, null is not at all. */
const rankOf = ({ label, offset, places, abbreviations, words }: Zone, typed: string): number | null => {
  const wanted = plain(typed)
  const own = plain(label)
  if (wanted === '') return 0
  const tests = [
    minutesOf(typed) === offset || abbreviations.includes(wanted),
    ` ${own} `.includes(` ${wanted} `),
    ` ${words} `.includes(` ${wanted} `),
    // Of what is half typed, countries and cities come before the names of zones: "indi" is India before Indiana.
    ` ${plain(places)}`.includes(` ${wanted}`),
    ` ${own}`.includes(` ${wanted}`),
    ` ${words}`.includes(` ${wanted}`),
    own.includes(wanted),
    words.includes(wanted),
  ]
  const rank = tests.indexOf(true)
  return rank === -1 ? null : rank
}

/**
 * The zones that answer to an offset, an abbreviation, a country, a city or a part of their name, the best first; however the
 * parts are separated: `europe/vienna`, `New_York`, `Europe - Vienna`.
 */
export const findZones = (zones: readonly Zone[], typed: string): Zone[] =>
  zones
    .flatMap(zone => {
      const rank = rankOf(zone, typed)
      return rank === null ? [] : [{ zone, rank }]
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ zone }) => zone)
