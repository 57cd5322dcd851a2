const steps = [
  [1_000_000_000, 'bn'],
  [1_000_000, 'm'],
  [1_000, 'k'],
] as const

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** How figures are written: shares of 1 in percent, others whole or short (`12.4 k`). */
export type Unit = 'count' | 'share'

/** The whole figure, for tooltips and tables. */
export const writeFigure = (value: number | null, unit: Unit = 'count'): string => {
  if (value === null) return 'Not known'
  return unit === 'share' ? `${plain.format(value * 100)} %` : plain.format(value)
}

/** The figure in few characters, for axes and cards. */
export const writeShort = (value: number, unit: Unit = 'count'): string => {
  if (unit === 'share') return `${plain.format(value * 100)} %`
  // What rounds up to the next step is written with it: 999,960 is 1 m.
  const step = steps.find(([size]) => Math.abs(value) >= size * (size === 1_000 ? 1 : 0.99995))
  return step ? `${short.format(value / step[0])} ${step[1]}` : short.format(value)
}

/** A change with its sign. */
export const writePercent = (percent: number): string =>
  `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${plain.format(Math.abs(percent))} %`
