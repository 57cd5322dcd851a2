import type { QueryClient } from '@tanstack/react-query'
import type { LiveCards } from '#web/platform/changed-posts.ts'

/** Keeps the cached months of a project up to date. What that takes is loaded with the first change. */
export const createLiveCards = (client: QueryClient, projectId: number): LiveCards => {
  let reader: Promise<LiveCards> | null = null
  const load = () => {
    reader ??= import('./card-reader.ts').then(({ createCardReader }) => createCardReader(client, projectId))
    return reader
  }
  return {
    update: async postIds => (await load()).update(postIds),
    updateLabels: async () => (await load()).updateLabels(),
  }
}
