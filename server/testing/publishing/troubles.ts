import type { FaultName } from '#sandbox/platform/model.ts'

/** What the network does: faults of the sandbox, used in this order. */
export type Trouble = {
  readonly name: string
  readonly faults: readonly {
    fault: FaultName
    times?: number | null
    retry_after?: number
    delay_ms?: number
  }[]
}

/** Of a page's video. Only for posts that go on: with our short intervals a lost answer would be sent again in the meantime. */
export const lateTrouble: Trouble = {
  name: 'taken, and not begun for a while',
  faults: [{ fault: 'publishing_slow', delay_ms: 450 }],
}

/** What networks do; the first is normal. The `blind` ones may end unconfirmed. */
export const troubles: readonly Trouble[] = [
  { name: 'the network is well', faults: [] },
  { name: 'error before it is accepted', faults: [{ fault: 'error_before' }] },
  { name: 'error after it is accepted', faults: [{ fault: 'error_after' }] },
  { name: 'answer lost', faults: [{ fault: 'lost_answer' }] },
  { name: 'answer unreadable', faults: [{ fault: 'malformed' }] },
  {
    name: 'answer lost, account unreadable for two thirds of the time',
    faults: [{ fault: 'lost_answer' }, { fault: 'readback_down', times: 6 }],
  },
  {
    name: 'answer lost, account unreadable for ever',
    faults: [{ fault: 'lost_answer' }, { fault: 'readback_down', times: null }],
  },
  { name: 'limit with a time', faults: [{ fault: 'rate_limited', retry_after: 0 }] },
  { name: 'limit without a time', faults: [{ fault: 'rate_limited' }] },
  { name: 'access revoked', faults: [{ fault: 'revoked' }] },
  { name: 'access expired', faults: [{ fault: 'expired' }] },
  { name: 'upload fails once', faults: [{ fault: 'prepare_error' }] },
  { name: 'comment refused', faults: [{ fault: 'comment_refused' }] },
  { name: 'answer to the comment lost', faults: [{ fault: 'comment_lost' }] },
  { name: 'address not to be read', faults: [{ fault: 'permalink_down' }] },
  { name: 'slow', faults: [{ fault: 'slow', delay_ms: 30 }] },
]
