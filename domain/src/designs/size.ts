/** The units of a custom design size (docs/product/design-tool.md "Sizes"). */
export const sizeUnits = ['px', 'cm', 'mm', 'in'] as const
export type SizeUnit = (typeof sizeUnits)[number]

export type DesignSize = { readonly unit: SizeUnit; readonly width: number; readonly height: number }

type UnitRule = {
  readonly smallest: number
  readonly largest: number
  readonly decimals: number
  /** How many of it are an inch. */
  readonly perInch: number
}

/** The ranges are fixed; 96 pixels an inch is what they imply (40 px are 0.417 in, 8000 px 83.3 in). */
export const unitRules: Readonly<Record<SizeUnit, UnitRule>> = {
  px: { smallest: 40, largest: 8000, decimals: 0, perInch: 96 },
  cm: { smallest: 1.06, largest: 211, decimals: 2, perInch: 2.54 },
  mm: { smallest: 10.59, largest: 2116, decimals: 2, perInch: 25.4 },
  in: { smallest: 0.418, largest: 83.3, decimals: 3, perInch: 1 },
}

export const defaultDesignSize: DesignSize = { unit: 'px', width: 1000, height: 1000 }

/** The largest area that the design tool makes, in pixels (docs/product/design-tool.md "Canva"). */
export const DESIGN_PIXELS_MAX = 25_000_000

/** The nearest length that the unit allows, rounded to its decimals. */
export const clampLength = (length: number, unit: SizeUnit): number => {
  const { smallest, largest, decimals } = unitRules[unit]
  return Math.min(largest, Math.max(smallest, Number(length.toFixed(decimals))))
}

/** The same size in another unit, within that unit's range. */
export const convertSize = ({ unit, width, height }: DesignSize, to: SizeUnit): DesignSize => {
  const convert = (length: number) =>
    clampLength((clampLength(length, unit) / unitRules[unit].perInch) * unitRules[to].perInch, to)
  return { unit: to, width: convert(width), height: convert(height) }
}

/** Whether the design tool can make a design of this size, which must be in pixels. */
export const isDesignTooLarge = ({ width, height }: Pick<DesignSize, 'width' | 'height'>): boolean =>
  width * height > DESIGN_PIXELS_MAX
