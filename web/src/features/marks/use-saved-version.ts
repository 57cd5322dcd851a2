import type { PostSocial } from '#domain/posts/model.ts'
import { useGetPostOfProject } from '#web/features/posts/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'

export type SavedVersion = { readonly postId: number; readonly postSocialId: number }

/** A version of a post of the project as it was saved last; undefined until it is read. */
export const useSavedVersion = ({ postId, postSocialId }: SavedVersion): PostSocial | undefined =>
  useGetPostOfProject(useProjectId(), postId).data?.post_socials.find(({ id }) => id === postSocialId)
