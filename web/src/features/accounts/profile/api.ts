import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changePassword } from '#domain/accounts/password/contract.ts'
import { saveProfile } from '#domain/accounts/profile/contract.ts'
import type { Request } from '#domain/kernel/endpoint.ts'
import { call } from '#web/platform/client.ts'
import { useMe } from '#web/platform/me.ts'
import { queryKeys } from '#web/platform/query.ts'
import { filesOf, type PictureChoice, removalOf } from '#web/ui/picture-choice.ts'
import { waysInKey } from '../providers/linking/api.ts'
import { ownSessionsKey } from '../sessions/api.ts'

type Changes = Omit<Request<typeof saveProfile>['body'], '_method' | 'remove_image'>

/** Saves what has changed. The forms show their failures themselves. */
export const useSaveProfile = () => {
  const client = useQueryClient()
  const { id } = useMe()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: ({ image, ...changes }: Changes & { readonly image: PictureChoice }) =>
      call(saveProfile, {
        params: { userId: id },
        body: { _method: 'PUT', ...changes, ...removalOf(image) },
        ...filesOf(image),
      }),
    onSuccess: async me => {
      // What is being read since before would bring the former name back.
      await client.cancelQueries({ queryKey: queryKeys.me() })
      client.setQueryData(queryKeys.me(), me)
      // Name and picture stand at every post and comment of theirs.
      void client.invalidateQueries({ queryKey: ['projects'] })
    },
  }).mutateAsync
}

export const useChangePassword = () => {
  const client = useQueryClient()
  const { id } = useMe()
  return useMutation({
    meta: { ownErrors: true },
    mutationFn: (body: Request<typeof changePassword>['body']) =>
      call(changePassword, { params: { userId: id }, body }),
    // Every other session has ended with it.
    onSuccess: () =>
      Promise.all([ownSessionsKey, waysInKey].map(queryKey => client.invalidateQueries({ queryKey }))),
  }).mutateAsync
}
