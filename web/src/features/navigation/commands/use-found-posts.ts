import { useDebouncedValue } from '@mantine/hooks'
import type { FoundPost } from '#domain/posts/model.ts'
import { useSearchPosts } from '#web/features/posts/search-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { searchDelayMs } from '../projects/use-project-results.ts'

type Group = {
  readonly label: string
  readonly posts: readonly FoundPost[]
  /** The project has more posts with these words. */
  readonly hasMore: boolean
}

/** In the order of the answer, which keeps a project's posts together. */
const byProject = (posts: readonly FoundPost[], moreIn: readonly number[]): Group[] => {
  const groups = new Map<number, FoundPost[]>()
  for (const post of posts) groups.set(post.project_id, [...(groups.get(post.project_id) ?? []), post])
  return [...groups].map(([projectId, found]) => ({
    label: `Posts in ${found[0]?.project_name}`,
    posts: found,
    hasMore: moreIn.includes(projectId),
  }))
}

const countText = (count: number, hasMore: boolean): string => {
  if (count === 0) return 'No posts found'
  if (hasMore) return `${count} posts shown, more were found`
  return count === 1 ? '1 post found' : `${count} posts found`
}

/** The posts found while somebody types, by project, and what to say about them. Results stay until those of the new text arrive. */
export const useFoundPosts = (text: string, projectId: number) => {
  const [rested] = useDebouncedValue(text, searchDelayMs)
  const isWanted = text.trim() !== ''
  const { data, error, isFetching, isPlaceholderData } = useSearchPosts(isWanted ? rested : '', projectId)
  const isSearching = isWanted && (isFetching || rested !== text)
  const posts = isWanted && !error ? (data?.posts ?? []) : []
  const moreIn = data?.more_in ?? []
  const done = error
    ? `Posts could not be searched: ${messageOf(error)}`
    : countText(posts.length, moreIn.length > 0)
  return {
    groups: byProject(posts, moreIn),
    isSearching,
    status: !isWanted
      ? ''
      : isSearching || isPlaceholderData || (!data && !error)
        ? 'Searching posts…'
        : done,
  }
}
