import { phrase, type Say } from '#domain/kernel/languages/words.ts'
import { shortened } from '#domain/kernel/shortened.ts'
import { clockText } from '#domain/media/clock-text.ts'
import { type Area, wholePicture } from '#domain/media/crop.ts'
import type { Crop } from '#domain/media/model.ts'
import type { Attachment } from '#domain/posts/model.ts'
import type { Place } from './model.ts'

/** A point in fractions of a picture. */
export type Point = { readonly x: number; readonly y: number }

/** Where a point of the uploaded picture is once that was turned clockwise. */
const turned = ({ x, y }: Point, rotation: Crop['rotation']): Point => {
  if (rotation === 90) return { x: 1 - y, y: x }
  if (rotation === 180) return { x: 1 - x, y: 1 - y }
  return rotation === 270 ? { x: y, y: 1 - x } : { x, y }
}

const turnedBack = (point: Point, rotation: Crop['rotation']): Point =>
  turned(point, ((360 - rotation) % 360) as Crop['rotation'])

/** Where a point of the uploaded picture is in the part of it that is shown; outside 0 to 1 it is not in that part. */
export const toShown = (crop: Crop | null, point: Point): Point => {
  const { rotation, x, y, width, height } = crop ?? wholePicture
  const at = turned(point, rotation)
  return { x: (at.x - x) / width, y: (at.y - y) / height }
}

/** Where a point of the part that is shown is in the picture as it was uploaded. */
export const toOriginal = (crop: Crop | null, point: Point): Point => {
  const { rotation, x, y, width, height } = crop ?? wholePicture
  return turnedBack({ x: x + point.x * width, y: y + point.y * height }, rotation)
}

/** The same for a box: its corners may change places. */
const mapArea = (area: Area, map: (point: Point) => Point): Area => {
  const [one, other] = [map(area), map({ x: area.x + area.width, y: area.y + area.height })]
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  }
}
export const areaToShown = (crop: Crop | null, area: Area): Area =>
  mapArea(area, point => toShown(crop, point))
export const areaToOriginal = (crop: Crop | null, area: Area): Area =>
  mapArea(area, point => toOriginal(crop, point))

/** The points of a drawing's lines, and the text that they are sent as. */
export const linesOf = (text: string): readonly (readonly Point[])[] =>
  text.split(';').map(line =>
    line.split(' ').map(point => {
      const [x = 0, y = 0] = point.split(',').map(Number)
      return { x, y }
    }),
  )
const shareText = (share: number): string => String(Math.round(Math.min(1, Math.max(0, share)) * 1e4) / 1e4)
export const textOfLines = (lines: readonly (readonly Point[])[]): string =>
  lines.map(line => line.map(({ x, y }) => `${shareText(x)},${shareText(y)}`).join(' ')).join(';')

/** What of a version a place can be in. */
export type Marked = {
  readonly message: string
  readonly first_comment: string
  readonly attachments: readonly Pick<Attachment, 'id' | 'object_id' | 'object_data' | 'description'>[]
}
type File = Marked['attachments'][number]

/** The picture as it was uploaded, of one that may be a crop of it. */
export const uploadedIdOf = ({ object_id, object_data }: Pick<File, 'object_id' | 'object_data'>) =>
  object_data?.parent_media_id ?? object_id

/** The file of a version that a place is on, with its number among the files; null if the version has it no more. */
export const findFile = (
  place: Place,
  { attachments }: Marked,
): { readonly file: File; readonly number: number; readonly of: number } | null => {
  const files = attachments.filter(({ object_id }) => object_id !== null)
  const index = files.findIndex(file =>
    place.kind === 'card'
      ? file.id === place.attachment_id
      : 'object_id' in place && [file.object_id, uploadedIdOf(file)].includes(place.object_id),
  )
  const file = files[index]
  return file ? { file, number: index + 1, of: files.length } : null
}

/** The stretch of a text that is marked, where it is now: words that moved are still found if they stand there once. Null: they are gone. */
export const findWords = (
  { part, from, to, quote }: Extract<Place, { kind: 'text' }>,
  version: Marked,
): { readonly from: number; readonly to: number } | null => {
  const text = version[part]
  if (text.slice(from, to) === quote) return { from, to }
  const first = text.indexOf(quote)
  if (first < 0 || text.indexOf(quote, first + 1) >= 0) return null
  return { from: first, to: first + quote.length }
}

/** Whether a version still has what a mark was made on. A card of a link is an attachment without a file. */
export const isPlaceThere = (place: Place, version: Marked): boolean => {
  if (place.kind === 'text') return findWords(place, version) !== null
  if (place.kind === 'card') return version.attachments.some(({ id }) => id === place.attachment_id)
  return findFile(place, version) !== null
}

/** Of marks that are about several versions, those whose place this one has: a text may be another one on each network. */
export const marksIn = <M extends { readonly place: Place }>(marks: readonly M[], version: Marked): M[] =>
  marks.filter(({ place }) => isPlaceThere(place, version))

const clock = (seconds: number): string => {
  const whole = Math.floor(seconds)
  const tenths = Math.floor((seconds - whole) * 10)
  return tenths === 0 ? clockText(whole) : `${clockText(whole)}.${tenths}`
}

/** The third of a length in which a fraction lies. */
const third = (share: number): 0 | 1 | 2 => (share < 1 / 3 ? 0 : share < 2 / 3 ? 1 : 2)
const corners = [
  [phrase('top left'), phrase('top'), phrase('top right')],
  [phrase('left'), phrase('in the middle'), phrase('right')],
  [phrase('bottom left'), phrase('bottom'), phrase('bottom right')],
] as const

/** The middle of a place on a picture, of the picture as it was uploaded. */
const middleOf = (place: Extract<Place, { kind: 'point' | 'box' | 'drawing' }>): Point => {
  if (place.kind === 'point') return place
  if (place.kind === 'box') return { x: place.x + place.width / 2, y: place.y + place.height / 2 }
  const points = linesOf(place.lines).flat()
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 }
}

const QUOTED_MAX = 60

/** Words for a place: “at 0:05”, “top left”, “picture 2, bottom”, “the words ‘free delivery’”. Those who see no mark read where it is. */
export const placeWords = (say: Say, place: Place, version: Marked): string => {
  if (place.kind === 'text') {
    const quote = shortened(place.quote, QUOTED_MAX)
    return place.part === 'message'
      ? say('the words “{quote}”', { quote })
      : say('in the first comment, the words “{quote}”', { quote })
  }
  if (place.kind === 'card') {
    const index = version.attachments.findIndex(({ id }) => id === place.attachment_id)
    return index < 0 ? say('a former card') : say('card {number}', { number: index + 1 })
  }
  const found = findFile(place, version)
  if (place.kind === 'time') {
    const when =
      place.to === null
        ? say('at {time}', { time: clock(place.from) })
        : say('from {from} to {to}', { from: clock(place.from), to: clock(place.to) })
    if (found === null) return say('on a former video, {where}', { where: when })
    return found.of > 1 ? say('video {number}, {where}', { number: found.number, where: when }) : when
  }
  const { x, y } = toShown(found?.file.object_data?.crop ?? null, middleOf(place))
  const where = say(corners[third(y)][third(x)])
  if (found === null) return say('on a former picture, {where}', { where })
  return found.of > 1 ? say('picture {number}, {where}', { number: found.number, where }) : where
}
