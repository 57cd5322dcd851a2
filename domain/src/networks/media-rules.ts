import { editorVideoCapText, isOverEditorVideoCap } from './media-limits.ts'
import type {
  ImageRules,
  MediaFile,
  MediaKind,
  PostType,
  PostTypeRules,
  Problem,
  ProblemCode,
  SocialNetwork,
  VideoRules,
} from './model.ts'
import { postTypes } from './model.ts'
import { networks, typesTakenBy } from './network.ts'
import { type StreamRules, streamProblems } from './video-stream.ts'

/** The types that all of the chosen networks accept, in the order of `postTypes`; none without a network. (docs/product/networks.md "Post types") */
export function allowedTypes(chosen: readonly SocialNetwork[]): PostType[] {
  if (chosen.length === 0) return []
  return postTypes.filter(type => chosen.every(name => typesTakenBy(name).includes(type)))
}

/**
 * The type that fits a post's files, for somebody who did not choose one. Several files that are not all photos are a media carousel.
 * Whether a network accepts that type is checked separately.
 */
export function postTypeFor(media: readonly { kind: MediaKind }[], hasLink: boolean): PostType {
  const [first] = media
  if (!first) return hasLink ? 'link' : 'text'
  if (media.length > 1) return media.every(({ kind }) => kind === 'image') ? 'multi_photo' : 'media_carousel'
  return ({ image: 'single_photo', gif: 'animated_gif', video: 'single_video' } as const)[first.kind]
}

/**
 * What the network would not accept about the files of a post of this type: their number, and each of them.
 * (docs/product/networks.md "Media limits")
 */
export function mediaProblems(
  network: SocialNetwork,
  type: PostType,
  media: readonly MediaFile[],
): Problem[] {
  const rules = networks[network].types[type]
  if (!rules) return [typeNotTaken(network)]
  const counted = countProblem(network, rules, media.length)
  // files in a type without files are one problem, not one for each file
  if (rules.kinds.length === 0) return counted
  return [
    ...counted,
    ...media.flatMap((file, index) => fileProblems(network, type, file).map(found => ({ ...found, index }))),
  ]
}

/** What the network would not accept about one file in a post of this type. For the check when a file is attached. */
export function fileProblems(network: SocialNetwork, type: PostType, file: MediaFile): Problem[] {
  const { image, gif, video, types } = networks[network]
  const rules = types[type]
  if (!rules) return [typeNotTaken(network)]
  if (file.converting) return []
  const byKind = { image, gif, video }
  const subtype = file.contentType.slice(file.contentType.indexOf('/') + 1)
  if (!rules.kinds.includes(file.kind) || !isFileTypeIn(byKind[file.kind]?.fileTypes ?? [], subtype)) {
    const list = rules.kinds.flatMap(kind => byKind[kind]?.fileTypes ?? []).join(', ')
    return [problem(network, 'file_type_not_allowed', `Allowed file types is ${list}.`)]
  }
  if (file.kind === 'video') return videoProblems(network, rules, video, file)
  const found = imageProblems(network, file.kind === 'gif' && gif ? gif : image, file)
  // a photo that is too small has to be replaced anyway; the shape of the new one is checked then
  return found.length > 0 ? found : shapeProblems(network, rules, file)
}

function typeNotTaken(network: SocialNetwork): Problem {
  const text = `${networks[network].label} does not take this type of post`
  return { code: 'type_not_taken', field: 'type', text, network }
}

function problem(network: SocialNetwork, code: ProblemCode, text: string): Problem {
  return { code, field: 'media', text, network }
}

// Types are listed as `ms-asf` and as `x-msvideo`: whether a subtype is registered makes no difference
function isFileTypeIn(fileTypes: readonly string[], subtype: string): boolean {
  const plain = (name: string) => name.toLowerCase().replace(/^x-/, '')
  return fileTypes.some(name => plain(name) === plain(subtype))
}

const nouns: Record<MediaKind, [one: string, many: string]> = {
  image: ['photo', 'photos'],
  video: ['video', 'videos'],
  gif: ['GIF', 'GIFs'],
}

function countProblem(network: SocialNetwork, rules: PostTypeRules, count: number): Problem[] {
  const { kinds, minFiles, maxFiles } = rules
  if (count > maxFiles) {
    const what = kinds.length === 0 || kinds.includes('image') ? 'images' : 'videos'
    const text = `Max ${what} quantity for current post type is ${maxFiles}`
    return [problem(network, 'too_many_files', text)]
  }
  if (count >= minFiles) return []
  const text =
    minFiles === 1
      ? `Add a ${kinds.map(kind => nouns[kind][0]).join(' or a ')}`
      : `Add at least ${minFiles} ${kinds.map(kind => nouns[kind][1]).join(' or ')}`
  return [problem(network, 'too_few_files', text)]
}

function imageProblems(network: SocialNetwork, rules: ImageRules, file: MediaFile): Problem[] {
  const found: Problem[] = []
  if (file.bytes > rules.maxBytes) found.push(problem(network, 'file_too_big', 'File is too big'))
  if (isTooSmall(rules, file)) found.push(resolutionNotMatched(network))
  return [...found, ...frameProblems(network, rules, file)]
}

/** A long picture is narrower once it is scaled down. */
function isTooSmall(
  { minSize, maxSide = Number.POSITIVE_INFINITY }: ImageRules,
  { width, height }: MediaFile,
): boolean {
  if (!minSize || width === null || height === null) return false
  const scale = Math.min(1, maxSide / Math.max(width, height))
  return width * scale < minSize.width || height * scale < minSize.height
}

/** A still picture is scaled down when it is published; an animation is sent as it is. */
function frameProblems(
  network: SocialNetwork,
  { maxFrames = Number.POSITIVE_INFINITY, maxPixels = Number.POSITIVE_INFINITY }: ImageRules,
  { kind, frames, width, height }: MediaFile,
): Problem[] {
  if (kind !== 'gif') return []
  const { label } = networks[network]
  const found: Problem[] = []
  if ((frames ?? 1) > maxFrames) {
    const text = `${label} takes GIFs of up to ${maxFrames} frames; this one has ${frames}`
    found.push(problem(network, 'too_many_frames', text))
  }
  if ((width ?? 1) * (height ?? 1) >= maxPixels) {
    const text = `${label} takes GIFs of less than ${maxPixels} pixels`
    found.push(problem(network, 'resolution_not_matched', text))
  }
  return found
}

function shapeProblems(
  network: SocialNetwork,
  { imageShape: shape }: PostTypeRules,
  { width, height }: MediaFile,
): Problem[] {
  if (!shape || !width || !height) return []
  if (width / height >= shape.least && width / height <= shape.most) return []
  const text = `${networks[network].label} takes photos ${shape.text} in this type of post`
  return [problem(network, 'resolution_not_matched', text)]
}

function resolutionNotMatched(network: SocialNetwork): Problem {
  return problem(network, 'resolution_not_matched', 'Selected file is not match your desired resolution')
}

function videoProblems(
  network: SocialNetwork,
  rules: PostTypeRules,
  video: VideoRules,
  file: MediaFile,
): Problem[] {
  const found: Problem[] = []
  if (isOverEditorVideoCap(file.bytes)) {
    found.push(problem(network, 'video_over_editor_cap', editorVideoCapText()))
  } else if (file.bytes > (rules.maxVideoBytes ?? video.maxBytes)) {
    found.push(problem(network, 'file_too_big', 'File is too big'))
  }
  if (file.bytes < (video.minBytes ?? 0)) {
    const text = `${networks[network].label} takes videos from ${(video.minBytes ?? 0) / 1024} KB`
    found.push(problem(network, 'file_too_small', text))
  }
  if (!fitsVideoSize(video, file)) found.push(resolutionNotMatched(network))
  if (video.maxWidth !== undefined && (file.width ?? 0) > video.maxWidth) {
    const text = `${networks[network].label} takes videos up to ${video.maxWidth} pixels wide`
    found.push(problem(network, 'resolution_not_matched', text))
  }
  found.push(...ownVideoProblems(network, rules, file), ...uprightProblems(network, rules, file))
  found.push(...videoShapeProblems(network, video, file))
  const stream = uprightRule(rules, file)?.stream ?? rules.stream ?? video.stream ?? {}
  found.push(...encodingProblems(network, stream, file))
  const maxSeconds = rules.maxVideoSeconds ?? video.maxSeconds
  const minSeconds = rules.video?.minSeconds ?? video.minSeconds
  if (file.seconds !== null && file.seconds < minSeconds) {
    const text = `The video must be at least ${minSeconds} ${minSeconds === 1 ? 'second' : 'seconds'} long`
    found.push(problem(network, 'video_too_short', text))
  }
  if (file.seconds !== null && file.seconds > maxSeconds) {
    found.push(problem(network, 'video_too_long', `The video must be at most ${maxSeconds} seconds long`))
  }
  return found
}

function videoShapeProblems(
  network: SocialNetwork,
  { shape }: VideoRules,
  { width, height }: MediaFile,
): Problem[] {
  if (!shape || !width || !height) return []
  if (width / height >= shape.least && width / height <= shape.most) return []
  const text = `${networks[network].label} takes videos ${shape.text}`
  return [problem(network, 'resolution_not_matched', text)]
}

/** One problem that names all that is wrong: a conversion mends it all at once. */
function encodingProblems(network: SocialNetwork, rules: StreamRules, file: MediaFile): Problem[] {
  const found = file.stream ? streamProblems(rules, file.stream, file) : []
  if (found.length === 0) return []
  const text = `${networks[network].label} does not take this video as it is: it ${found.join(', ')}`
  return [problem(network, 'video_encoding_not_taken', text)]
}

/** What only this post type requires of a video's picture. */
function ownVideoProblems(
  network: SocialNetwork,
  { video }: PostTypeRules,
  { width, height }: MediaFile,
): Problem[] {
  if (!video || !width || !height) return []
  const { minSize, shape } = video
  const isLargeEnough = width >= minSize.width && height >= minSize.height
  if (isLargeEnough && width / height >= shape.least && width / height <= shape.most) return []
  const text = `${networks[network].label} takes videos ${shape.text} from ${minSize.width}x${minSize.height} pixels in this type of post`
  return [problem(network, 'resolution_not_matched', text)]
}

const uprightRule = ({ uprightVideo }: PostTypeRules, { width, height }: MediaFile) =>
  width && height && height > width ? uprightVideo : undefined

function uprightProblems(network: SocialNetwork, rules: PostTypeRules, file: MediaFile): Problem[] {
  const rule = uprightRule(rules, file)
  const { width, height, seconds } = file
  if (!rule || !width || !height) return []
  const { minSeconds, maxSeconds, minSize, narrowest, text } = rule
  if (seconds !== null && seconds > maxSeconds) return [problem(network, 'video_too_long', text)]
  if (seconds !== null && seconds < minSeconds) return [problem(network, 'video_too_short', text)]
  const fits = width >= minSize.width && height >= minSize.height && width / height >= narrowest
  return fits ? [] : [problem(network, 'resolution_not_matched', text)]
}

// The limits are for landscape videos; an upright one has the same size turned, and the networks accept it.
function fitsVideoSize({ minSize, maxSize }: VideoRules, { width, height }: MediaFile): boolean {
  if (width === null || height === null) return true
  const long = Math.max(width, height)
  const short = Math.min(width, height)
  const isLargeEnough = !minSize || (long >= minSize.width && short >= minSize.height)
  const isSmallEnough = !maxSize || (long <= maxSize.width && short <= maxSize.height)
  return isLargeEnough && isSmallEnough
}
