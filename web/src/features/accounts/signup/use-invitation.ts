import { useEffect, useState } from 'react'
import type * as contract from '#domain/accounts/contract.ts'
import type { Output } from '#domain/kernel/endpoint.ts'
import { checkInvitation } from '../api.ts'

export type CheckedInvitation = Output<typeof contract.checkInvitation>

/**
 * What became of the invitation that the person came by. Null: without one, or the server did not answer, and the form works as well;
 * `asking` until it is known.
 */
export const useInvitation = (token: string | null): CheckedInvitation | null | 'asking' => {
  const [found, setFound] = useState<CheckedInvitation | null | 'asking'>(token === null ? null : 'asking')
  useEffect(() => {
    if (token === null) return
    const stop = new AbortController()
    checkInvitation(token, stop.signal).then(
      answer => setFound(answer),
      () => !stop.signal.aborted && setFound(null),
    )
    return () => stop.abort()
  }, [token])
  return found
}
