import { lifecycle } from '#domain/kernel/lifecycle.ts'

/** The states of a conversion; `failed` and `cancelled` may be tried again. (docs/product/media.md "Converted videos") */
export const conversionStatuses = ['queued', 'running', 'done', 'failed', 'cancelled'] as const
export type ConversionStatus = (typeof conversionStatuses)[number]

/** A conversion begins cancelled when a person asks for it, which restarts it at once, and failed where too many are waiting. */
export const conversionLifecycle = lifecycle({
  name: 'video conversion',
  table: 'media_conversions',
  states: conversionStatuses,
  initial: ['queued', 'cancelled', 'failed'],
  events: {
    /** Also from a worker that is gone. */
    claimed: { from: ['queued', 'running'], to: 'running' },
    finished: { from: ['running'], to: 'done' },
    given_up: { from: ['running'], to: 'failed' },
    cancelled: { from: ['queued', 'running'], to: 'cancelled' },
    restarted: { from: ['failed', 'cancelled'], to: 'queued' },
  },
})

/** The states of a file that is copied from another project; a failed one may be tried again. (docs/product/duplicating.md "Files") */
export const mediaReplicationStatuses = [
  'pending-duplication',
  'in-progress',
  'duplicated',
  'failed',
] as const
export type MediaReplicationStatus = (typeof mediaReplicationStatuses)[number]

export const mediaCopyLifecycle = lifecycle({
  name: 'copy of a file',
  table: 'media_copies',
  key: 'media_id',
  states: mediaReplicationStatuses,
  initial: ['pending-duplication'],
  events: {
    /** Also from a worker that is gone. */
    claimed: { from: ['pending-duplication', 'in-progress'], to: 'in-progress' },
    copied: { from: ['in-progress'], to: 'duplicated' },
    given_up: { from: ['in-progress'], to: 'failed' },
    retried: { from: ['failed'], to: 'pending-duplication' },
  },
})
