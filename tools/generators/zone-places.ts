import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// npm run zones: writes what the search of the time zone field knows of each zone, from @vvo/tzdb (decision 24).

type Zone = {
  readonly name: string
  readonly group: readonly string[]
  readonly countryName: string
  readonly alternativeName: string
  readonly abbreviation: string
  readonly dstAbbreviation?: string
  readonly mainCities: readonly string[]
}

const file = join(import.meta.dirname, '../../web/src/features/projects/zone-places.json')

/**
 * Cities that the package lists in the zone across a border: of all its cities, those two whose country or whose place on the map of zones
 * is another, by the gazetteer of GeoNames.
 */
const misplaced: Readonly<Record<string, string>> = { 'Africa/Asmara': 'Himora', 'Asia/Hovd': 'Altai' }

/** One line a zone: `names|country|title|abbreviations|cities`. */
export const zonePlaces = (): string => {
  // Read at run time: only this tool needs the package.
  const zones = createRequire(import.meta.url)('@vvo/tzdb/raw-time-zones.json') as readonly Zone[]
  const lines = zones.map(zone => {
    const names = [...new Set([zone.name, ...zone.group])].join(' ')
    const abbreviations = [zone.abbreviation, zone.dstAbbreviation].filter(Boolean).join(' ')
    const cities = zone.mainCities.filter(city => city !== misplaced[zone.name]).join(', ')
    return [names, zone.countryName, zone.alternativeName, abbreviations, cities].join('|')
  })
  return `${JSON.stringify(lines.sort(), null, 2)}\n`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(file, zonePlaces())
