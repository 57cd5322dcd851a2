import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  addChatChannel,
  deleteChatChannel,
  listChatChannels,
  saveChatChannel,
  testChatChannel,
} from '#domain/chat/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { call } from '#web/platform/client.ts'

const keyOf = (agencyId: number) => ['agencies', agencyId, 'chat-channels'] as const

export type NewChannel = Request<typeof addChatChannel>['body']
export type ChangedChannel = Request<typeof saveChatChannel>['body'] & { readonly id: number }

/** The channels that an agency's clients and posts are told in. */
export const useListChatChannels = (agencyId: number) =>
  useQuery({
    queryKey: keyOf(agencyId),
    queryFn: ({ signal }) => call(listChatChannels, { params: { agencyId }, signal }),
  })

const useReload = (agencyId: number) => {
  const client = useQueryClient()
  return { onSettled: () => client.invalidateQueries({ queryKey: keyOf(agencyId) }) }
}

/** A failure is shown at the fields of its form. */
export const useAddChatChannel = (agencyId: number) =>
  useMutation({
    mutationFn: (body: NewChannel) => call(addChatChannel, { params: { agencyId }, body }),
    meta: { ownErrors: true },
    ...useReload(agencyId),
  })

/** A failure is shown in a toast, or with `ownErrors` at the fields of a form. */
export const useSaveChatChannel = (agencyId: number, { ownErrors = false } = {}) =>
  useMutation({
    mutationFn: ({ id: channelId, ...body }: ChangedChannel) =>
      call(saveChatChannel, { params: { agencyId, channelId }, body }),
    meta: { ownErrors },
    ...useReload(agencyId),
  })

/** A failure is shown in a toast. */
export const useDeleteChatChannel = (agencyId: number) =>
  useMutation({
    mutationFn: (channelId: number) => call(deleteChatChannel, { params: { agencyId, channelId } }),
    ...useReload(agencyId),
  })

/** A failure of ours is shown in a toast; what the service said is in the answer. */
export const useTestChatChannel = (agencyId: number) =>
  useMutation({
    mutationFn: (channelId: number) => call(testChatChannel, { params: { agencyId, channelId }, body: {} }),
  })
