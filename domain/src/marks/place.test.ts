import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Crop } from '#domain/media/model.ts'
import { wordsOf } from '#server/platform/words.ts'
import { place } from './model.ts'
import {
  areaToOriginal,
  areaToShown,
  findWords,
  isPlaceThere,
  linesOf,
  type Marked,
  placeWords,
  textOfLines,
  toOriginal,
  toShown,
} from './place.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const part = fc
  .tuple(fc.double({ min: 0, max: 0.9, noNaN: true }), fc.double({ min: 0.05, max: 1, noNaN: true }))
  .map(([start, length]) => [start, Math.min(length, 1 - start)] as const)
const crop: fc.Arbitrary<Crop> = fc
  .record({ rotation: fc.constantFrom(0, 90, 180, 270), across: part, down: part })
  .map(({ rotation, across: [x, width], down: [y, height] }) => ({
    rotation: rotation as Crop['rotation'],
    x,
    y,
    width,
    height,
    output: null,
  }))

const file = (id: number, parent: number | null = null, cut: Crop | null = null, isVideo = false) =>
  ({
    id: id * 10,
    object_id: id,
    description: 'media',
    object_data: { parent_media_id: parent, crop: cut, options: { type: isVideo ? 'video' : 'image' } },
  }) as Marked['attachments'][number]
const version = (...attachments: Marked['attachments']): Marked => ({
  message: 'Free delivery until Friday',
  first_comment: '',
  attachments,
})

describe('A point of a picture', () => {
  it('is where it was after the way through a crop and back', () => {
    fc.assert(
      fc.property(crop, share, share, (cut, x, y) => {
        const back = toOriginal(cut, toShown(cut, { x, y }))
        expect(back.x).toBeCloseTo(x, 8)
        expect(back.y).toBeCloseTo(y, 8)
      }),
    )
  })

  it('marked on what is shown lies inside the uploaded picture', () => {
    fc.assert(
      fc.property(crop, share, share, (cut, x, y) => {
        const { x: across, y: down } = toOriginal(cut, { x, y })
        for (const value of [across, down]) {
          expect(value).toBeGreaterThanOrEqual(-1e-9)
          expect(value).toBeLessThanOrEqual(1 + 1e-9)
        }
      }),
    )
  })

  it('goes with a corner of the picture when that is turned clockwise', () => {
    const turn = (rotation: Crop['rotation']) =>
      toShown({ rotation, x: 0, y: 0, width: 1, height: 1, output: null }, { x: 0, y: 0 })
    expect([turn(0), turn(90), turn(180), turn(270)]).toEqual([
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ])
  })

  it('is the same place in two crops of one picture', () => {
    fc.assert(
      fc.property(crop, crop, share, share, (one, other, x, y) => {
        const original = toOriginal(one, { x, y })
        const again = toOriginal(other, toShown(other, original))
        expect(again.x).toBeCloseTo(original.x, 8)
        expect(again.y).toBeCloseTo(original.y, 8)
      }),
    )
  })
})

it('a box keeps its size through a crop and back', () => {
  fc.assert(
    fc.property(crop, part, part, (cut, [x, width], [y, height]) => {
      const box = areaToOriginal(cut, areaToShown(cut, { x, y, width, height }))
      expect(box.x).toBeCloseTo(x, 8)
      expect(box.width).toBeCloseTo(width, 8)
      expect(box.height).toBeCloseTo(height, 8)
    }),
  )
})

it('a drawing is sent as a text that the contract takes, and read back', () => {
  const line = fc.array(fc.record({ x: share, y: share }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), lines => {
      const text = textOfLines(lines)
      expect(place.parse({ kind: 'drawing', object_id: 1, lines: text })).toMatchObject({ lines: text })
      const read = linesOf(text)
      expect(read.map(points => points.length)).toEqual(lines.map(points => points.length))
      expect(textOfLines(read)).toBe(text)
    }),
  )
})

describe('A place in a version', () => {
  it('on a picture is there as long as the picture is, also as another crop of it', () => {
    const at = place.parse({ kind: 'point', object_id: 7, x: 0.1, y: 0.1 })
    const cut: Crop = { rotation: 0, x: 0, y: 0, width: 0.5, height: 0.5, output: null }
    expect(isPlaceThere(at, version(file(7)))).toBe(true)
    expect(isPlaceThere(at, version(file(9, 7, cut)))).toBe(true)
    expect(isPlaceThere(at, version(file(9)))).toBe(false)
  })

  it('on words follows them while they stand there once', () => {
    const words = { kind: 'text', part: 'message', from: 5, to: 13, quote: 'delivery' } as const
    expect(findWords(words, version())).toEqual({ from: 5, to: 13 })
    const moved = { ...version(), message: 'Now: free delivery!' }
    expect(findWords(words, moved)).toEqual({ from: 10, to: 18 })
    expect(findWords(words, { ...version(), message: 'delivery, and delivery' })).toBeNull()
    expect(findWords(words, { ...version(), message: 'No post' })).toBeNull()
  })
})

describe('Words for a place', () => {
  const { say } = wordsOf('en')
  const video = file(3, null, null, true)
  it.each([
    [{ kind: 'time', object_id: 3, from: 5, to: null }, [video], 'at 0:05'],
    [{ kind: 'time', object_id: 3, from: 65.5, to: 70 }, [video], 'from 1:05.5 to 1:10'],
    [{ kind: 'point', object_id: 1, x: 0.1, y: 0.1 }, [file(1)], 'top left'],
    [{ kind: 'point', object_id: 2, x: 0.5, y: 0.9 }, [file(1), file(2)], 'picture 2, bottom'],
    [{ kind: 'box', object_id: 1, x: 0.4, y: 0.4, width: 0.2, height: 0.2 }, [file(1)], 'in the middle'],
    [{ kind: 'drawing', object_id: 1, lines: '0.9,0 1,0.1' }, [file(1)], 'top right'],
    [{ kind: 'point', object_id: 4, x: 0.5, y: 0.5 }, [file(1)], 'on a former picture, in the middle'],
    [
      { kind: 'text', part: 'message', from: 0, to: 13, quote: 'Free delivery' },
      [],
      'the words “Free delivery”',
    ],
    [{ kind: 'card', attachment_id: 20 }, [file(1), file(2)], 'card 2'],
    [{ kind: 'card', attachment_id: 30 }, [file(1)], 'a former card'],
  ] as const)('%o', (where, files, words) => {
    expect(placeWords(say, place.parse(where), version(...files))).toBe(words)
  })

  it('say where a point is in the part of the picture that is shown', () => {
    const right: Crop = { rotation: 0, x: 0.5, y: 0, width: 0.5, height: 1, output: null }
    const at = place.parse({ kind: 'point', object_id: 1, x: 0.55, y: 0.5 })
    expect(placeWords(say, at, version(file(1)))).toBe('in the middle')
    expect(placeWords(say, at, version(file(8, 1, right)))).toBe('left')
  })
})

describe('A place is refused', () => {
  it.each([
    ['outside the picture', { kind: 'point', object_id: 1, x: 1.01, y: 0 }],
    ['as a box that reaches outside', { kind: 'box', object_id: 1, x: 0.5, y: 0, width: 0.6, height: 0.1 }],
    ['as a box without a size', { kind: 'box', object_id: 1, x: 0.5, y: 0, width: 0, height: 0.1 }],
    ['with an end before its beginning', { kind: 'time', object_id: 1, from: 5, to: 4 }],
    ['with a time before the video', { kind: 'time', object_id: 1, from: -1 }],
    ['with a quote of another length', { kind: 'text', part: 'message', from: 0, to: 3, quote: 'ab' }],
    ['as a drawing that ends in the middle of a point', { kind: 'drawing', object_id: 1, lines: '0,0 1' }],
    ['as a drawing outside', { kind: 'drawing', object_id: 1, lines: '0,0 1.2,0' }],
  ])('%s', (_, where) => {
    expect(place.safeParse(where).success).toBe(false)
  })
})
