import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/**
 * Keys of everything loaded from the server: [feature, projectId, …]. Live updates use them to find what to reload, so a query
 * that shows posts must use one of these as its key or as the start of its key.
 */
export const queryKeys = {
  me: () => ['accounts', 'me'] as const,
  project: (projectId: number) => ['projects', projectId] as const,
  /** The person's own view of a project that is not among those of `me`. */
  ownProject: (projectId: number) => ['projects', projectId, 'own'] as const,
  /** True: the project has been deleted. */
  deletedProject: (projectId: number) => ['projects', projectId, 'deleted'] as const,
  /** The project's networks with the health of their accounts. */
  socialAccounts: (projectId: number) => ['social-accounts', projectId] as const,
  /** One post. */
  post: (projectId: number, postId: number) => ['posts', projectId, 'item', postId] as const,
  /** Lists of posts; append the range or the filter. */
  postLists: (projectId: number) => ['posts', projectId, 'list'] as const,
  /** The bin of a project; append the kind. Among the lists of posts: whatever reloads those reloads it too. */
  bin: (projectId: number) => ['posts', projectId, 'list', 'bin'] as const,
  /** Append the range: `[...queryKeys.calendar(projectId), start, end]`. */
  calendar: (projectId: number) => ['calendar', projectId] as const,
  /** The day labels of a project. */
  labels: (projectId: number) => ['labels', projectId] as const,
  /** The campaigns of a project. */
  campaigns: (projectId: number) => ['campaigns', projectId] as const,
  /** The files of a project; append what is searched for. */
  mediaLibrary: (projectId: number) => ['media', projectId, 'library'] as const,
  /** The hashtag pools of a project. */
  hashtagPools: (projectId: number) => ['hashtag-pools', projectId] as const,
  /** What depends on the approval lists as a whole: their counts, and the posts beside one. */
  approvalLists: (projectId: number) => ['approvals', projectId, 'list'] as const,
  /** Loaded pages of the approval lists; a changed post is read by itself (`announceChangedPosts`). */
  approvalPages: (projectId: number) => ['approvals', projectId, 'pages'] as const,
  /** The notes on a post; append the version. */
  notes: (projectId: number, postId: number) => ['notes', projectId, postId] as const,
  /** The rounds and the history of one post. */
  approvalHistory: (projectId: number, postId: number) =>
    ['approvals', projectId, 'history', postId] as const,
}

/** Names of mutations that other code has to know about. */
export const mutationKeys = {
  /** Deleting the project, leaving it, or leaving its agency: whatever takes the person out of it. */
  quitProject: (projectId: number) => ['projects', projectId, 'quit'] as const,
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `ownErrors`: the mutation shows its failure itself; otherwise it becomes an error toast. */
    mutationMeta: { ownErrors?: boolean }
  }
}

const mayRetry = (failures: number, error: unknown): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500)

/** The cache of one signed-in person. `onFailure` is called for every failed mutation that does not show its errors itself. */
export const createQueryClient = (onFailure: (error: unknown) => void): QueryClient =>
  new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => {
        if (!mutation.meta?.ownErrors) onFailure(error)
      },
    }),
    defaultOptions: {
      // Live updates say when something is outdated; this is for minutes without a connection.
      queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: mayRetry, refetchOnWindowFocus: true },
      // Without a connection a change fails at once and says so; a publish that waited and ran hours later would be worse.
      mutations: { retry: false, networkMode: 'always' },
    },
  })
