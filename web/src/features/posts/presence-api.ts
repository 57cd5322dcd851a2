import { useCallback } from 'react'
import { reportPresence } from '#domain/posts/contract.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { type CallInput, call } from '#web/platform/client.ts'

/** Says that a post is open here. Nobody is told when that fails: the next sign of life follows in a moment. */
export const useReportPresence = (projectId: number) =>
  useCallback(
    (body: CallInput<typeof reportPresence>['body']): void =>
      void call(reportPresence, { params: { projectId }, body }).catch(expectApiError),
    [projectId],
  )
