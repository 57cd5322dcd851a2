/**
 * Pictures that no network takes and that people have all the same: phones write HEIC, browsers save WebP and AVIF. They are converted when
 * they are uploaded (docs/product/media.md "Conversion").
 */
const converted = ['heic', 'heif', 'webp', 'avif'] as const

/** The name's ending in lower case, without the dot. */
const endingOf = (name: string): string => /\.([^./\\]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** Their endings, for a file chooser. */
export const convertedEndings: readonly string[] = converted.map(ending => `.${ending}`)

/**
 * Whether such a file is converted, as far as its type and name tell; its content decides. Many systems know no type for HEIC, so that
 * the ending counts as well.
 */
export const isConverted = ({ type, name }: { readonly type: string; readonly name: string }): boolean => {
  const isNamedSo = (converted as readonly string[]).includes(endingOf(name))
  return type === '' ? isNamedSo : converted.some(ending => type === `image/${ending}`)
}

/** The name of a file that was converted: `IMG_1.HEIC` is shown as `IMG_1.jpg`. */
export const convertedName = (name: string, type: 'jpg' | 'png'): string => {
  const ending = endingOf(name)
  const stem = ending === '' ? name : name.slice(0, -ending.length - 1)
  return `${stem || 'photo'}.${type}`
}

/** Fixed by us: a still picture is expected, and which of its frames was meant cannot be known. */
export const animatedPictureText =
  'Animated WebP, PNG, AVIF and HEIC pictures can’t be used. Upload a video instead.'

/** The largest picture in bytes that may be uploaded: the most that any network takes (docs/product/media.md "Limits"). */
export const IMAGE_BYTES_MAX = 10_000_000
