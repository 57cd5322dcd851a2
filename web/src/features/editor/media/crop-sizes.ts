import { fileProblems } from '#domain/networks/media-rules.ts'
import { isStory, type PostType, type Size, type SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'

/** A size that the crop dialog offers; `size` null: any shape. */
export type CropPreset = { readonly key: string; readonly name: string; readonly size: Size | null }

const STORY = 'Story'

/** The network's recommended sizes: those of stories for a story, the others otherwise. */
export const cropPresets = (network: SocialNetwork, type: PostType): CropPreset[] => [
  { key: 'free', name: 'Free', size: null },
  ...networks[network].recommendedSizes
    .filter(({ name }) => (name === STORY) === isStory(type))
    .map(({ name, width, height }) => ({ key: `${width}x${height}`, name, size: { width, height } })),
]

/** Why the network would not take a crop of this size, in words; null if it does. */
export const cropWarning = (network: SocialNetwork, type: PostType, size: Size): string | null => {
  const { label, image } = networks[network]
  const { minSize: least } = image
  if (least && (size.width < least.width || size.height < least.height))
    return `This part is too small: ${label} takes photos from ${least.width}×${least.height} px.`
  const file = { kind: 'image', contentType: 'image/jpeg', bytes: 0, seconds: null, ...size } as const
  const [problem] = fileProblems(network, type, file)
  return problem?.code === 'resolution_not_matched' ? `${problem.text}.` : null
}
