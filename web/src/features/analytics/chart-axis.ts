/** Where the axis of a line begins and ends. A line far from zero begins near its lowest value, or nobody would see it move. */
export const lineAxis = (values: readonly (number | null)[]): [number | 'auto', 'auto'] => {
  const known = values.filter(value => value !== null)
  return known.length > 0 && Math.min(...known) > Math.max(...known) * 0.7 ? ['auto', 'auto'] : [0, 'auto']
}
