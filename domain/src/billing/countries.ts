/** What people write besides the English names. */
const otherNames: Readonly<Record<string, string>> = {
  usa: 'US',
  america: 'US',
  'united states of america': 'US',
  'the united states': 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  aus: 'AU',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  uae: 'AE',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  españa: 'ES',
  italia: 'IT',
}

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** The names of all countries in English, in lower case, with their codes. Made on first use. */
let englishNames: ReadonlyMap<string, string> | null = null
const listEnglishNames = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  const codes = letters.flatMap(first => letters.map(second => `${first}${second}`))
  return new Map(
    codes.flatMap(code => {
      const name = names.of(code)
      return name && name !== code ? [[name.toLowerCase(), code] as const] : []
    }),
  )
}

/** The two letters (ISO 3166-1) of a country that was typed by hand; null if we do not know it by that name. */
export const countryCode = (typed: string): string | null => {
  const name = typed.trim().toLowerCase()
  englishNames ??= listEnglishNames()
  if (/^[a-z]{2}$/.test(name)) return otherNames[name] ?? name.toUpperCase()
  return otherNames[name] ?? englishNames.get(name) ?? null
}
