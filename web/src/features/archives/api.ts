import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createArchive, getArchive } from '#domain/archives/contract.ts'
import { call } from '#web/platform/client.ts'

const keyOf = (projectId: number) => ['archive', projectId] as const

/** How often the progress is polled while the export is made. */
const PROGRESS_MS = 1000

/** The project's latest export; while it is made it is read again and again. */
export const useGetArchive = (projectId: number) =>
  useQuery({
    queryKey: keyOf(projectId),
    queryFn: ({ signal }) => call(getArchive, { params: { projectId }, signal }),
    refetchInterval: ({ state }) => (state.data?.archive?.status === 'running' ? PROGRESS_MS : false),
  })

export const useCreateArchive = (projectId: number) => {
  const client = useQueryClient()
  return useMutation({
    // Loaded on use: the settings have no room for it.
    mutationFn: async () => {
      const { callConfirmed } = await import('#web/ui/form/call-confirmed.ts')
      return callConfirmed(createArchive, { params: { projectId }, body: {} })
    },
    onSuccess: found => client.setQueryData(keyOf(projectId), found),
    // Somebody else has begun one, for example.
    onError: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
  })
}
