import type { ApprovalStatus, ApprovalType } from '#domain/posts/status.ts'

/** Of one version, oldest first. */
type Rounds = readonly { readonly type: ApprovalType; readonly status: ApprovalStatus }[]

/**
 * What becomes of a post that nobody decides about. A client who is late is waited for, unless the project lets what was approved
 * internally go out (docs/product/approvals.md "Late clients"). `waiting`: its versions with an open round.
 */
export const onSilence = (waiting: readonly Rounds[], isClientBypassed: boolean): 'goes_out' | 'stays' => {
  const isForClientAlone = waiting.every(
    rounds =>
      rounds.findLast(({ type }) => type === 'internal')?.status === 'approved' &&
      rounds.some(({ type, status }) => type === 'external' && status === 'open'),
  )
  return isClientBypassed && isForClientAlone ? 'goes_out' : 'stays'
}
