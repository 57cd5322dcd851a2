import type { Sheet } from './sheet.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
type Point = { readonly x: number; readonly y: number }

/** Points of the days; a day without a value ends a stretch. */
const stretchesOf = (values: readonly (number | null)[], box: Box): readonly (readonly Point[])[] => {
  const known = values.filter(value => value !== null)
  const most = Math.max(...known)
  // A curve of 10,000 followers and five new ones would be flat from 0 on; what changes by much starts at 0.
  const least = Math.min(...known)
  const floor = least > most * 0.6 ? least - (most - least) * 0.15 : Math.min(0, least)
  const span = most - floor || 1
  const stretches: Point[][] = [[]]
  for (const [index, value] of values.entries()) {
    if (value === null) stretches.push([])
    else
      stretches.at(-1)?.push({
        x: box.x + (values.length === 1 ? 0 : (index / (values.length - 1)) * box.width),
        y: box.y + box.height - ((value - floor) / span) * box.height,
      })
  }
  return stretches.filter(stretch => stretch.length > 0)
}

const follow = ({ doc }: Sheet, points: readonly Point[]): void => {
  for (const [index, { x, y }] of points.entries()) {
    if (index === 0) doc.moveTo(x, y)
    else doc.lineTo(x, y)
  }
}

/** The values of a figure day by day, drawn as lines, so that it stays sharp at every size. */
export const drawCurve = (sheet: Sheet, values: readonly (number | null)[], box: Box): void => {
  const { doc } = sheet
  const { surface } = sheet.accent
  doc.save()
  const stretches = stretchesOf(values, box)
  for (const points of stretches) {
    const [first, last] = [points[0], points.at(-1)]
    if (!first || !last) continue
    if (first === last) {
      doc.circle(first.x, first.y, 1.2).fill(surface)
      continue
    }
    follow(sheet, points)
    doc.lineTo(last.x, box.y + box.height).lineTo(first.x, box.y + box.height)
    doc.closePath().fillOpacity(0.12).fill(surface)
    follow(sheet, points)
    doc.fillOpacity(1).lineWidth(1.3).lineJoin('round').lineCap('round').stroke(surface)
    if (points === stretches.at(-1)) doc.circle(last.x, last.y, 1.8).fill(surface)
  }
  doc.restore()
}
