import type { Lifecycle } from '#domain/kernel/lifecycle.ts'

export const publicationStatuses = [
  'queued',
  'preparing',
  'sending',
  'unknown',
  'live',
  'failed',
  'cancelled',
] as const
/**
 * Where one post social's publication stands. `sending` is committed before the one irreversible call, so whatever dies after it is
 * found there and looked up on the network (`unknown`), never sent again blindly.
 */
export type PublicationStatus = (typeof publicationStatuses)[number]

export type PublicationEvent =
  | 'claimed'
  | 'released'
  | 'sent'
  | 'answer_lost'
  | 'found_live'
  | 'found_absent'
  | 'rejected'
  | 'not_sent'
  | 'cancelled'

export const publicationLifecycle: Lifecycle<PublicationStatus, PublicationEvent> = {
  name: 'publication',
  states: publicationStatuses,
  initial: ['queued'],
  events: {
    claimed: { from: ['queued'], to: 'preparing' },
    /** The worker that prepared it is gone, or preparation is to be tried again later. */
    released: { from: ['preparing'], to: 'queued' },
    sent: { from: ['preparing'], to: 'sending' },
    answer_lost: { from: ['sending'], to: 'unknown' },
    found_live: { from: ['sending', 'unknown'], to: 'live' },
    /** Looked for twice, 30 s apart and 90 s after the call, and not there: one resend. */
    found_absent: { from: ['unknown'], to: 'queued' },
    rejected: { from: ['queued', 'preparing', 'sending', 'unknown'], to: 'failed' },
    /** The network certainly did not apply the call: safe to send again. */
    not_sent: { from: ['sending'], to: 'queued' },
    cancelled: { from: ['queued', 'preparing'], to: 'cancelled' },
  },
}

/** Why publishing failed: a closed list, each with words for a person (document 3 "The enum of statuses stays"). */
export const failureReasons = {
  rejected: {
    text: 'The network refused the post.',
    cause: 'Its answer is kept with the post.',
    nextStep: 'Change what the network objects to and publish again.',
  },
  reconnect_needed: {
    text: 'The account needs to be reconnected.',
    cause: 'The network no longer accepts the access that was granted.',
    nextStep: 'Reconnect the account in Social accounts, then publish again.',
  },
  content_changed: {
    text: 'The content is not what was approved.',
    cause: 'It was changed after the approval.',
    nextStep: 'Send it to approval again.',
  },
  not_supported: {
    text: 'Galley cannot publish this post type on this network yet.',
    cause: 'The post type is not in what this installation publishes.',
    nextStep: 'Publish it by hand or choose another post type.',
  },
  media_missing: {
    text: 'A photo of the post could not be read.',
    cause: 'The stored file is missing or damaged.',
    nextStep: 'Upload the photo again.',
  },
  missed_window: {
    text: 'The publish time passed while Galley could not publish.',
    cause: 'More than 60 minutes went by after the due time.',
    nextStep: 'Choose a new time or publish now.',
  },
  unconfirmed: {
    text: 'It is not certain whether the post went out.',
    cause: 'The answer of the network was lost and the account could not be read.',
    nextStep:
      'Look at the account. Publish again: Galley looks there first and sends it only if it is not there.',
  },
  network_down: {
    text: 'The network could not be reached.',
    cause: 'It did not answer for 60 minutes after the due time.',
    nextStep: 'Publish again later.',
  },
  network_not_connected: {
    text: 'No account of this network is connected.',
    cause: 'The account was removed from the project.',
    nextStep: 'Connect an account in Social accounts, then publish again.',
  },
} as const satisfies Record<string, { text: string; cause: string; nextStep: string }>
export type FailureReason = keyof typeof failureReasons
