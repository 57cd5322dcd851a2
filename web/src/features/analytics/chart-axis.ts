import { type Unit, writeFigure, writeShort } from './numbers.ts'

type Values = readonly (number | null)[]

/** Where the axis of a line begins and ends. A line far from zero begins near its lowest value, or nobody would see it move. */
export const lineSpan = (values: Values): readonly [number, number] => {
  const known = values.filter(value => value !== null)
  const [low, high] = [Math.min(...known), Math.max(...known)]
  if (known.length === 0) return [0, 0]
  // A line that does not move has no lowest value to begin near.
  return low > high * 0.7 && low < high ? [low, high] : [Math.min(0, low), Math.max(0, high)]
}

/** What bars reach from zero up and down; on each other where they are stacked. */
export const barSpan = (points: readonly Values[], isStacked: boolean): readonly [number, number] => {
  const ends = points.flatMap(values => {
    const known = values.filter(value => value !== null)
    if (!isStacked) return known
    const sum = (part: readonly number[]) => part.reduce((all, value) => all + value, 0)
    return [sum(known.filter(value => value > 0)), sum(known.filter(value => value < 0))]
  })
  return [Math.min(0, ...ends), Math.max(0, ...ends)]
}

/** Whether a layer of a stack is its end, which is rounded: what is on top of it, or below it if it goes down, is empty. */
export const isOuterLayer = (values: Values, index: number): boolean => {
  const sign = Math.sign(values[index] ?? 0)
  return sign !== 0 && !values.slice(index + 1).some(value => Math.sign(value ?? 0) === sign)
}

/** Steps of an axis are whole figures, or a hundredth of a percent. */
const finest: Readonly<Record<Unit, number>> = { count: 1, share: 0.0001 }
const STEPS = 4

const stepOf = (length: number, unit: Unit): number => {
  const least = Math.max(length / STEPS, finest[unit])
  const power = 10 ** Math.floor(Math.log10(least) + 1e-9)
  const factor = [1, 2, 5, 10].find(each => each * power >= least * (1 - 1e-9)) ?? 10
  return factor * power
}

/** The figures at an axis that covers this span: 1, 2 or 5 of something from each other, so that they can be read at a glance. */
export const axisTicks = ([low, high]: readonly [number, number], unit: Unit): readonly number[] => {
  const step = stepOf(high - low, unit)
  const from = Math.floor(low / step + 1e-9)
  const to = Math.max(Math.ceil(high / step - 1e-9), from + 1)
  return Array.from({ length: to - from + 1 }, (_, index) => Number(((from + index) * step).toPrecision(12)))
}

/** Short, unless two of them would then read the same or be rounded: 3,720 and 3,740 are both 3.7 k. */
export const writeTick = (value: number, ticks: readonly number[], unit: Unit): string => {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0)
  const largest = Math.max(...ticks.map(Math.abs))
  const isRounded = unit === 'count' && largest >= 1_000 && step < sizeOf(largest) / 10
  return isRounded ? writeFigure(value, unit) : writeShort(value, unit)
}

const sizeOf = (value: number): number => 1_000 ** Math.min(3, Math.floor(Math.log10(value) / 3 + 1e-9))
