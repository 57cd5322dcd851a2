import type { Content } from './content.ts'

/** What can be read of a content again: the files by their ids, and the editor's own text. */
export type KeptContent = Omit<Content, 'attachments'> & {
  readonly message_editor_state: string | null
  readonly attachments: readonly (Content['attachments'][number] & {
    readonly media_id: number | null
    readonly thumbnail_media_id: number | null
  })[]
}

/** What an approval is bound to in it. */
export const contentOfKept = ({ message_editor_state: _, attachments, ...rest }: KeptContent): Content => ({
  ...rest,
  attachments: attachments.map(
    ({ media_id: _media, thumbnail_media_id: _thumbnail, ...attachment }) => attachment,
  ),
})

/** The files that it cannot be shown or restored without. */
export const mediaIdsOf = ({ attachments }: KeptContent): number[] => [
  ...new Set(
    attachments.flatMap(({ media_id, thumbnail_media_id }) =>
      [media_id, thumbnail_media_id].filter(id => id !== null),
    ),
  ),
]
