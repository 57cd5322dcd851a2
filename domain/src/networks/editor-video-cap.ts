/** A video must be smaller than this, even if the network accepts larger ones. (docs/product/media.md "Limits") */
export const EDITOR_VIDEO_CAP_BYTES = 200_000_000

/** The message for a larger one. */
export const editorVideoCapText = 'The size of the video file must be less than 200 MB'

/** Whether the video is too big for the editor. (docs/product/media.md "Limits") */
export function isOverEditorVideoCap(bytes: number): boolean {
  return bytes >= EDITOR_VIDEO_CAP_BYTES
}
