import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'

/** Which post an ID of an export names; `networks`: of those of its versions that the row is about, null: of all. */
export type NamedPost = { readonly postId: number; readonly networks: readonly SocialNetwork[] | null }

const NAME = /^galley-([1-9]\d{0,14})(?:\/([a-z+]{1,60}))?$/

/** The post that an exported ID names, or null for an ID of somebody else's table. Whether it may be touched is not said by that. */
export const readRowId = (id: string): NamedPost | null => {
  const [, postId, part] = NAME.exec(id) ?? []
  if (postId === undefined) return null
  const networks = part?.split('+') ?? null
  return networks?.every(isSocialNetwork) === false ? null : { postId: Number(postId), networks }
}

/**
 * The ID of a post's row in an export. `networks`: those of the row, where others of the post say something else; null: it is the post's
 * only row, which keeps the ID that it was imported with.
 */
export const rowIdOf = (
  postId: number,
  networks: readonly SocialNetwork[] | null,
  importedAs: string | null,
): string => {
  if (networks) return `galley-${postId}/${networks.join('+')}`
  return importedAs === null || readRowId(importedAs)?.postId === postId ? `galley-${postId}` : importedAs
}
