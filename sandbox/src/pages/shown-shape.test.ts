import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownShapes } from '#domain/media/shown-shapes.ts'
import { mediaProblems } from '#domain/networks/media-rules.ts'
import {
  isStory,
  type MediaKind,
  type PostType,
  type SocialNetwork,
  socialNetworks,
} from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { GRID_PHOTOS_MAX, ratioOf, swiped } from './shown-shape.ts'

/** The tiles of each row of a grid, as the style sheet lays them out on six columns. */
const tiles: Readonly<Record<number, readonly number[]>> = {
  1: [1],
  2: [2],
  3: [1, 2],
  4: [2, 2],
  5: [2, 3],
}

type Shaped = { readonly kind: MediaKind; readonly width: number; readonly height: number }

/** The shape through which the network's page shows each file; null where the file is behind `+N`. */
const windows = (network: SocialNetwork, media: readonly Shaped[]): (number | null)[] => {
  const [first] = media
  if (!first) return []
  const shown = swiped.has(network) ? media.length : Math.min(GRID_PHOTOS_MAX, media.length)
  const whole = ratioOf(network, first, shown)
  if (swiped.has(network)) return media.map(() => whole)
  const rows = tiles[shown] ?? []
  const cells = rows.flatMap(columns =>
    Array.from({ length: columns }, () => (whole * rows.length) / columns),
  )
  return media.map((_, index) => cells[index] ?? null)
}

const cells = socialNetworks.flatMap(network =>
  networks[network].publishes.flatMap(type => {
    const rules = networks[network].types[type]
    return rules && rules.maxFiles > 0 && type !== 'single_video' ? [{ network, type, rules }] : []
  }),
)

const side = fc.integer({ min: 600, max: 1900 })
const posts = fc.constantFrom(...cells).chain(({ network, type, rules }) => {
  const kind = fc.constantFrom(...rules.kinds)
  const file = fc.record({ kind, width: side, height: side })
  const media = fc.array(file, { minLength: Math.max(1, rules.minFiles), maxLength: rules.maxFiles })
  return fc.record({ network: fc.constant(network), type: fc.constant(type), media })
})

const isRefused = (network: SocialNetwork, type: PostType, { kind, width, height }: Shaped): boolean =>
  kind === 'image' &&
  mediaProblems(network, type, [
    { kind, contentType: 'image/jpeg', bytes: 1000, width, height, seconds: null },
  ]).some(({ code }) => code === 'resolution_not_matched')

test('What is said to be cropped or framed is what the networks’ pages crop and frame', () => {
  const seen = { as_it_is: 0, cropped: 0, framed: 0 }
  fc.assert(
    fc.property(posts, ({ network, type, media }) => {
      const said = shownShapes(
        network,
        type,
        media.map(({ kind, width, height }) => ({ kind, ratio: width / height })),
      )
      const shown = isStory(type) ? media.map(() => 9 / 16) : windows(network, media)
      const how = isStory(type) ? 'framed' : 'cropped'
      for (const [index, file] of media.entries()) {
        if (isRefused(network, type, file)) continue
        const ratio = shown[index] ?? null
        const isWhole = ratio === null || Math.abs(file.width / file.height / ratio - 1) < 0.01
        const found = said[index]
        seen[found?.how ?? 'as_it_is'] += 1
        expect(found).toEqual(isWhole ? { how: 'as_it_is' } : { how, ratio: expect.closeTo(ratio ?? 0) })
      }
    }),
    { numRuns: 400 },
  )
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(20)
})
