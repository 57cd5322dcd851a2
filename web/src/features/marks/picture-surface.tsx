import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { Place } from '#domain/marks/model.ts'
import {
  areaToOriginal,
  areaToShown,
  linesOf,
  type Point,
  textOfLines,
  toOriginal,
  toShown,
} from '#domain/marks/place.ts'
import type { Crop } from '#domain/media/model.ts'
import classes from './marks.module.css'

/** How a picture is marked: by a tap, or by drawing over it. */
export type Tool = 'point' | 'box' | 'drawing'
type OnPicture = Extract<Place, { kind: Tool }>

export type ShownMark = { readonly number: number; readonly place: Place; readonly label: string }

type Props = {
  readonly src: string
  readonly alt: string
  readonly crop: Crop | null
  /** The picture as it was uploaded, which marks are on. */
  readonly objectId: number
  /** Those of this picture. */
  readonly marks: readonly ShownMark[]
  /** The number of the mark that stands out. */
  readonly selected: number | null
  readonly onSelect: (number: number) => void
  /** Missing: marks are only looked at. */
  readonly tool?: Tool
  readonly onMark?: (place: OnPicture) => void
  readonly onChange?: (number: number, place: OnPicture) => void
}

/** What is nearer than this to where it began was meant as a tap, in fractions of the picture. */
const TAP = 0.02
const STEP = 0.02
const steps: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
}
const within = (share: number): number => Math.min(1, Math.max(0, share))
const rounded = (share: number): number => Math.round(within(share) * 1e4) / 1e4

/** A picture with its marks, and where new ones are made with a finger, a mouse or keys. */
export function PictureSurface(props: Props) {
  const { src, alt, crop, objectId, marks, selected, onSelect, tool, onMark } = props
  const surface = useRef<HTMLDivElement>(null)
  const [drawn, setDrawn] = useState<readonly Point[]>([])
  const drawing = useRef<number | null>(null)

  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width, height } = surface.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return { x: within((clientX - left) / width), y: within((clientY - top) / height) }
  }
  const original = (point: Point): Point => {
    const { x, y } = toOriginal(crop, point)
    return { x: rounded(x), y: rounded(y) }
  }
  const begin = (event: PointerEvent<HTMLDivElement>) => {
    if (!onMark || tool === 'point' || (event.target as Element).closest('button')) return
    // A second finger means to enlarge the picture, not to draw.
    if (!event.isPrimary) return giveUp()
    drawing.current = event.pointerId
    event.currentTarget.setPointerCapture(event.pointerId)
    setDrawn([pointAt(event)])
  }
  const goOn = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerId !== drawing.current) return
    const point = pointAt(event)
    setDrawn(before => [...before, point])
  }
  const giveUp = () => {
    drawing.current = null
    setDrawn([])
  }
  const end = (event: PointerEvent<HTMLDivElement>) => {
    if (event.pointerId !== drawing.current) return
    const [first] = drawn
    const last = pointAt(event)
    giveUp()
    if (!first) return
    const place = tool === 'box' ? boxOf(first, last) : lineOf([...drawn, last])
    onMark?.(place)
  }
  const boxOf = (first: Point, last: Point): OnPicture => {
    const area = {
      x: Math.min(first.x, last.x),
      y: Math.min(first.y, last.y),
      width: Math.abs(first.x - last.x),
      height: Math.abs(first.y - last.y),
    }
    if (area.width < TAP || area.height < TAP)
      return { kind: 'point', object_id: objectId, ...original(last) }
    const { x, y, width, height } = areaToOriginal(crop, area)
    const [left, top] = [rounded(x), rounded(y)]
    return {
      kind: 'box',
      object_id: objectId,
      x: left,
      y: top,
      width: Math.min(rounded(width), 1 - left),
      height: Math.min(rounded(height), 1 - top),
    }
  }
  const lineOf = (points: readonly Point[]): OnPicture => ({
    kind: 'drawing',
    object_id: objectId,
    lines: textOfLines([points.map(original)]),
  })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: without a pointer a mark is added by its button and moved with arrow keys
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      ref={surface}
      className={classes.surface}
      data-tool={onMark ? tool : undefined}
      onClick={event => {
        if (!onMark || tool !== 'point' || (event.target as Element).closest('button')) return
        onMark({ kind: 'point', object_id: objectId, ...original(pointAt(event)) })
      }}
      onPointerDown={begin}
      onPointerMove={goOn}
      onPointerUp={end}
      onPointerCancel={giveUp}
    >
      <img src={src} alt={alt} className={classes.picture} draggable={false} />
      <svg className={classes.lines} viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
        {marks.map(
          mark => mark.place.kind === 'drawing' && <Lines key={mark.number} {...mark} crop={crop} />,
        )}
        {drawn.length > 1 && tool === 'drawing' && <polyline points={pointsText(drawn)} />}
        {drawn.length > 1 && tool === 'box' && <BoxLine first={drawn[0]} last={drawn.at(-1)} />}
      </svg>
      {marks.map(mark => (
        <Pin
          key={mark.number}
          {...props}
          mark={mark}
          isSelected={mark.number === selected}
          onSelect={() => onSelect(mark.number)}
        />
      ))}
    </div>
  )
}

const pointsText = (points: readonly Point[]): string => points.map(({ x, y }) => `${x},${y}`).join(' ')

function Lines({ place, crop }: ShownMark & Pick<Props, 'crop'>) {
  if (place.kind !== 'drawing') return null
  return linesOf(place.lines).map(line => {
    const points = pointsText(line.map(point => toShown(crop, point)))
    return <polyline key={points} points={points} />
  })
}

function BoxLine({ first, last }: { first: Point | undefined; last: Point | undefined }) {
  if (!first || !last) return null
  return (
    <rect
      x={Math.min(first.x, last.x)}
      y={Math.min(first.y, last.y)}
      width={Math.abs(first.x - last.x)}
      height={Math.abs(first.y - last.y)}
    />
  )
}

type PinProps = Pick<Props, 'crop' | 'onChange'> & {
  readonly mark: ShownMark
  readonly isSelected: boolean
  readonly onSelect: () => void
}

/** Where a mark's number stands, and how large what it marks is; null: the shown part of the picture does not have it. */
const areaOf = (place: Place, crop: Crop | null) => {
  if (place.kind === 'point') return { ...toShown(crop, place), width: 0, height: 0 }
  if (place.kind === 'box') return areaToShown(crop, place)
  const [first] = place.kind === 'drawing' ? (linesOf(place.lines)[0] ?? []) : []
  return first ? { ...toShown(crop, first), width: 0, height: 0 } : null
}
const percent = (share: number): string => `${share * 100}%`

function Pin({ mark, crop, isSelected, onSelect, onChange }: PinProps) {
  const { number, place, label } = mark
  const area = areaOf(place, crop)
  if (!area || area.x < -TAP || area.x > 1 + TAP || area.y < -TAP || area.y > 1 + TAP) return null
  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step || !onChange || place.kind !== 'point') return
    event.preventDefault()
    const { x, y } = toOriginal(crop, { x: within(area.x + step.x), y: within(area.y + step.y) })
    onChange(number, { ...place, x: rounded(x), y: rounded(y) })
  }
  return (
    <button
      type="button"
      className={classes.pin}
      data-kind={place.kind}
      data-selected={isSelected || undefined}
      style={{
        left: percent(area.x),
        top: percent(area.y),
        ...(place.kind === 'box' && { width: percent(area.width), height: percent(area.height) }),
      }}
      aria-label={label}
      aria-pressed={isSelected}
      onClick={onSelect}
      onKeyDown={move}
    >
      <span className={classes.number} aria-hidden="true">
        {number}
      </span>
    </button>
  )
}
