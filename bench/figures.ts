/** What a figure should be, and in which direction it may differ. `text` names it where a number alone would not do. */
export type Aim = { readonly most: number } | { readonly least: number }

/** The value below which this share of the values lies; NaN of none. */
export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** Three digits that matter, and never an exponent. */
export const digits = (value: number): string => {
  if (!Number.isFinite(value)) return '–'
  const size = Math.abs(value)
  if (size >= 100) return Math.round(value).toLocaleString('en')
  return size >= 10 ? value.toFixed(1) : value.toFixed(2)
}

const aimText = (aim: Aim, unit: string): string => {
  const [sign, limit] = 'most' in aim ? ['≤', aim.most] : ['≥', aim.least]
  return `aim ${sign} ${limit}${unit}`
}

const isMet = (value: number, aim: Aim): boolean => ('most' in aim ? value <= aim.most : value >= aim.least)

/** A line of the report: the figure, what surrounds it, and its aim with whether it is met. */
export const line = (
  name: string,
  value: number,
  unit: string,
  options: { aim?: Aim; more?: string } = {},
): string => {
  const { aim, more = '' } = options
  const figure = `${digits(value)}${unit}`.padStart(12)
  const verdict = aim ? `${aimText(aim, unit)}${isMet(value, aim) ? '' : '   MISSED'}` : ''
  return `${name.padEnd(50)} ${figure}   ${more.padEnd(44)} ${verdict}`.trimEnd()
}

/** A line for repeated runs: their median against the aim, and the worst of them. */
export const runsLine = (
  name: string,
  values: readonly number[],
  unit: string,
  options: { aim?: Aim; more?: string } = {},
): string => {
  const { aim, more = '' } = options
  const worst = aim && 'least' in aim ? Math.min(...values) : Math.max(...values)
  const runs = `worst of ${values.length}: ${digits(worst)}${unit}`
  return line(name, median(values), unit, {
    ...(aim ? { aim } : {}),
    more: [runs, more].filter(Boolean).join('   '),
  })
}
