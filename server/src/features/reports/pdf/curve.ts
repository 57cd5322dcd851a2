import { type CurvePoint, curveOf } from '#domain/reports/curve.ts'
import type { Sheet } from '#server/platform/pdf/sheet.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const follow = ({ doc }: Sheet, points: readonly CurvePoint[]): void => {
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
  const stretches = curveOf(values).map(stretch =>
    stretch.map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height })),
  )
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
