import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listWaitedFor, type Reminded, remindWaitedFor } from '#domain/publishing/chase-contract.ts'
import { type CallInput, call } from '#web/platform/client.ts'
import { toast } from '#web/ui/toast.tsx'
import { refusalTexts, remindedText } from './chase-text.ts'

const key = ['board', 'waiting'] as const

/** Whom the board's posts wait for; read again with each `revision` of the board. */
export const useListWaitedFor = (revision: string) =>
  useQuery({
    queryKey: [...key, revision],
    queryFn: ({ signal }) => call(listWaitedFor, { signal }),
    placeholderData: former => former,
    // Another person may have reminded somebody, which is no change of a post.
    refetchInterval: 30_000,
  })

type Reminding = CallInput<typeof remindWaitedFor>['body'] & {
  /** Of all in the list, by id: the server no longer names somebody who has been removed since. */
  readonly names: ReadonlyMap<number, string>
}

const say = ({ reminded, posts, not_reminded }: Reminded, names: Reminding['names']) => {
  if (reminded.length > 0) toast.success(remindedText(reminded.length, posts))
  for (const text of refusalTexts(not_reminded, names)) toast.info(text)
}

export const useRemindWaitedFor = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ names: _names, ...body }: Reminding) => call(remindWaitedFor, { body }),
    onSuccess: (answer, { names }) => say(answer, names),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}
