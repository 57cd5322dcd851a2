import { postTypeFor } from './media-rules.ts'
import { isStory, type MediaFile, type PostType, type SocialNetwork } from './model.ts'
import { networks } from './network.ts'

/** The order in which types are tried: those that Galley publishes before those published by hand. */
const several: readonly PostType[] = [
  'multi_photo',
  'multi_video',
  'multi_content',
  'media_carousel',
  'single_photo',
]
/** Types that are never chosen because of files alone if the network has another one; a person who has chosen one keeps it. */
const keptTypes: readonly PostType[] = ['media_carousel']
const stories: readonly PostType[] = ['photo_story', 'video_story']

/**
 * The type that fits these files on the network: the chosen one as long as it can hold them, else another that can. If none
 * can, the chosen one stays, and the list of problems says why.
 */
export const fittingType = (
  network: SocialNetwork,
  chosen: PostType,
  files: readonly Pick<MediaFile, 'kind'>[],
): PostType => {
  const { types } = networks[network]
  const holds = (type: PostType) => {
    const rules = types[type]
    return (
      rules !== undefined &&
      files.length <= rules.maxFiles &&
      files.length >= rules.minFiles &&
      files.every(({ kind }) => rules.kinds.includes(kind))
    )
  }
  /** After files were added. */
  const couldHold = (type: PostType) => {
    const rules = types[type]
    return (
      rules !== undefined &&
      files.length < rules.minFiles &&
      files.every(({ kind }) => rules.kinds.includes(kind))
    )
  }
  if (files.length === 0 || holds(chosen)) return chosen
  if (keptTypes.includes(chosen) && couldHold(chosen)) return chosen
  if (isStory(chosen)) return stories.find(holds) ?? chosen
  const natural = postTypeFor(files, false)
  if (files.length === 1 && holds(natural)) return natural
  return several.find(holds) ?? (types[natural] ? natural : chosen)
}
