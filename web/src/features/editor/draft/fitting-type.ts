import { postTypeFor } from '#domain/networks/media-rules.ts'
import { isStory, type MediaFile, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'

/** In the order in which they are tried: what goes out by itself before what is published by hand. */
const several: readonly PostType[] = [
  'multi_photo',
  'multi_video',
  'multi_content',
  'media_carousel',
  'single_photo',
]
/** What files alone never become where the network has another type for them: who has chosen it keeps it. */
const deliberate: readonly PostType[] = ['media_carousel']
const stories: readonly PostType[] = ['photo_story', 'video_story']

/**
 * The type that fits these files on the network: the chosen one while it holds them, else the one that does. Where none does the
 * chosen one stays, and the list of problems says why.
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
  /** Once more files have come. */
  const couldHold = (type: PostType) => {
    const rules = types[type]
    return (
      rules !== undefined &&
      files.length < rules.minFiles &&
      files.every(({ kind }) => rules.kinds.includes(kind))
    )
  }
  if (files.length === 0 || holds(chosen)) return chosen
  if (deliberate.includes(chosen) && couldHold(chosen)) return chosen
  if (isStory(chosen)) return stories.find(holds) ?? chosen
  const natural = postTypeFor(files, false)
  if (files.length === 1 && holds(natural)) return natural
  return several.find(holds) ?? (types[natural] ? natural : chosen)
}
