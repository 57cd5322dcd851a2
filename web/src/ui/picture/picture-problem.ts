import { ApiError } from '#web/platform/api-error.ts'

/** What a logo or an avatar may be before it is cropped. Fixed wording (docs/product/projects.md "Logos"). */
export const pictureTypes = ['image/jpeg', 'image/png'] as const

/** Why a file cannot become a picture, or null. */
export const pictureProblem = (file: Pick<File, 'type'>): string | null =>
  pictureTypes.some(type => type === file.type) ? null : "Allowed file types is 'jpeg', 'png'."

/** The server's text about a form's `image`, which appears at the picture and not under the form. */
export const imageProblemOf = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError)) return undefined
  const isAboutFile = error.code === 'too_large' || error.code === 'unsupported_media_type'
  return error.errors.image?.[0] ?? (isAboutFile ? error.message : undefined)
}
