/** A place in a box that is 1 wide and 1 high; `y` goes downwards. */
export type CurvePoint = { readonly x: number; readonly y: number }

/** How far above the lowest value a curve's floor is left open, as a share of its span. */
const ROOM = 0.15

/**
 * The days' values as a curve, one stretch of points for each run of days that are known: a day without a value is a gap, not a zero.
 * One far from zero begins near its lowest value, since ten thousand followers and five new ones would be flat; any other begins at 0.
 */
export const curveOf = (values: readonly (number | null)[]): readonly (readonly CurvePoint[])[] => {
  const known = values.filter(value => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const floor = least > most * 0.6 ? least - (most - least) * ROOM : Math.min(0, least)
  const span = most - floor || 1
  const stretches: CurvePoint[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) stretches.push([])
    else
      stretches.at(-1)?.push({
        x: values.length === 1 ? 0 : index / (values.length - 1),
        y: 1 - (value - floor) / span,
      })
  }
  return stretches.filter(stretch => stretch.length > 0)
}
