/** ISO 3166-1, and Kosovo by the code that is in use for it. */
const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW'.split(
    ' ',
  )

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
  türkiye: 'TR',
  uae: 'AE',
  deutschland: 'DE',
  österreich: 'AT',
  schweiz: 'CH',
  suisse: 'CH',
  españa: 'ES',
  italia: 'IT',
}

/** The English names of all countries with their codes. Made on first use. */
let byName: ReadonlyMap<string, string> | null = null
const namesWithCodes = (): ReadonlyMap<string, string> => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  byName ??= new Map(codes.map(code => [names.of(code) ?? code, code]))
  return byName
}

/** All countries by their English names, in the order of the alphabet. */
export const countryNames = (): string[] =>
  [...namesWithCodes().keys()].sort((one, other) => one.localeCompare(other, 'en'))

/** The two letters (ISO 3166-1) of a country that was typed by hand; null if we do not know it by that name. */
export const countryCode = (typed: string): string | null => {
  const name = typed.trim().toLowerCase()
  if (/^[a-z]{2}$/.test(name)) return otherNames[name] ?? name.toUpperCase()
  if (otherNames[name]) return otherNames[name]
  for (const [known, code] of namesWithCodes()) if (known.toLowerCase() === name) return code
  return null
}

/** As the list has it, if it is in the list; otherwise as it was typed. */
export const listedCountry = (typed: string): string => {
  const code = countryCode(typed)
  for (const [known, its] of namesWithCodes()) if (its === code) return known
  return typed
}
