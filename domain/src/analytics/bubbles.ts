/** The radius of a bubble in pixels: 5 for nothing, 30 for the most (docs/product/analytics.md "Numbers"). */
export const bubbleRadius = (value: number, max: number): number =>
  Math.floor(max > 0 ? (value / max) * 25 + 5 : 5)
