import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'

/** A kind of design with its size in pixels. `network`: for which it is meant; null: for any. */
export type DesignType = {
  readonly id: string
  readonly name: string
  readonly network: SocialNetwork | null
  readonly width: number
  readonly height: number
}

type Named = readonly [words: string, width: number, height: number]

const ofNetwork = (network: SocialNetwork, list: readonly Named[]): DesignType[] =>
  list.map(([words, width, height]) => ({
    id: `${network}-${width}x${height}`,
    name: `${networkNames[network]} ${words}`,
    network,
    width,
    height,
  }))

/** What can be designed. Fixed sizes (docs/product/design-tool.md "Design types"), also where a network recommends others. */
export const designTypes: readonly DesignType[] = [
  ...ofNetwork('instagram', [
    ['post', 1080, 1080],
    ['story', 1080, 1920],
    ['portrait post', 1080, 1350],
    ['landscape post', 1080, 608],
  ]),
  ...ofNetwork('facebook', [
    ['post', 940, 788],
    ['landscape post', 1200, 628],
    ['portrait post', 1200, 1800],
    ['square post', 1200, 1200],
  ]),
  ...ofNetwork('linkedin', [['post', 1200, 628]]),
  ...ofNetwork('twitter', [
    ['post', 1042, 512],
    ['wide post', 1024, 512],
    ['landscape post', 1200, 675],
  ]),
  { id: 'video-thumbnail', name: 'Video thumbnail', network: null, width: 1280, height: 720 },
]

/** The types that match every word of the search; a size can be searched as it is written (`1080x1920`, `1080 × 1920`). */
export const searchDesignTypes = (search: string): readonly DesignType[] => {
  const words = search
    .toLowerCase()
    .replace(/(\d)\s*[x×*]\s*(\d)/g, '$1x$2')
    .split(/\s+/)
    .filter(Boolean)
  return designTypes.filter(({ name, width, height }) => {
    const text = `${name} ${width}x${height}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
}
