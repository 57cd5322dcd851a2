/** The pixels that a side of a design may have (docs/product/design-tool.md "Sizes"). */
export const designPixels = { smallest: 40, largest: 8000 } as const

/** The largest area that the design tool makes, in pixels (docs/product/design-tool.md "Canva"). */
export const MAX_DESIGN_PIXELS = 25_000_000

/** Whether the design tool can make a design of this size, in pixels. */
export const isDesignTooLarge = ({
  width,
  height,
}: {
  readonly width: number
  readonly height: number
}): boolean => width * height > MAX_DESIGN_PIXELS
