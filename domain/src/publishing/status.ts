import { lifecycle } from '#domain/kernel/lifecycle.ts'
import { firstCommentLifecycle } from '#domain/posts/status.ts'

export const publicationStatuses = [
  'queued',
  'preparing',
  'sending',
  'unknown',
  'live',
  'failed',
  'cancelled',
] as const

/** A publication in one of these has not ended yet. */
export const openStatuses = [
  'queued',
  'preparing',
  'sending',
  'unknown',
] as const satisfies readonly PublicationStatus[]

/**
 * The status of one post social's publication. `sending` is committed before the one irreversible call, so if anything fails after it, the
 * post is looked up on the network (`unknown`) and never sent again blindly.
 */
export type PublicationStatus = (typeof publicationStatuses)[number]

export const publicationLifecycle = lifecycle({
  name: 'publication',
  table: 'publications',
  states: publicationStatuses,
  initial: ['queued'],
  events: {
    claimed: { from: ['queued'], to: 'preparing' },
    /** The worker that prepared it is gone, or preparation is retried later. */
    released: { from: ['preparing'], to: 'queued' },
    sent: { from: ['preparing'], to: 'sending' },
    answer_lost: { from: ['sending'], to: 'unknown' },
    found_live: { from: ['sending', 'unknown'], to: 'live' },
    /** Looked up twice, 30 s apart and 90 s after the call, and not there: resent once. */
    found_absent: { from: ['unknown'], to: 'queued' },
    rejected: { from: ['queued', 'preparing', 'sending', 'unknown'], to: 'failed' },
    /** The network certainly did not apply the call: safe to send again. */
    not_sent: { from: ['sending'], to: 'queued' },
    /** Withdrawn because the post changed before anything was sent. */
    cancelled: { from: ['queued', 'preparing'], to: 'cancelled' },
    /** Unconfirmed, and a person has seen it on the account. */
    confirmed_live: { from: ['failed'], to: 'live' },
  },
})

/** A first comment as the worker that adds it sees it: it moves together with the one that the post shows. */
export const followUpCommentLifecycle = {
  ...firstCommentLifecycle,
  name: 'first comment of a publication',
  table: 'publication_follow_ups',
  column: 'comment',
  key: 'publication_id',
} as const

/**
 * Why publishing failed: a closed list, each with words for a person, a cause and what to do next (docs/product/publishing.md "Failure reasons"). Only reasons that Galley can distinguish; the network's own answer is stored with it.
 */
export const failureReasons = {
  rejected: {
    text: 'The network refused the post.',
    cause: 'Its answer is kept with the post.',
    nextStep: 'Change what the network objects to and publish again.',
  },
  media_refused: {
    text: 'The network refused a photo or video of the post.',
    cause: 'It could not use the file, for its format, size, length or content.',
    nextStep: 'Replace the file and publish again.',
  },
  media_missing: {
    text: 'A photo or video of the post could not be read.',
    cause: 'The stored file is missing or damaged.',
    nextStep: 'Upload the file again, then publish again.',
  },
  too_long_processing: {
    text: 'The network did not finish processing the photos or videos.',
    cause: 'It was still working on them 60 minutes after the due time.',
    nextStep: 'Publish again. If it happens again, use a shorter or smaller file.',
  },
  duplicate_refused: {
    text: 'The network says that it has the same post already.',
    cause: 'The account published the same content before, and the network takes it only once.',
    nextStep: 'Change the text and publish again, or delete this version.',
  },
  limit_reached: {
    text: 'The account has reached a limit of the network.',
    cause: 'The network accepted no more posts until 60 minutes after the due time.',
    nextStep: 'Publish again later, or choose a new time.',
  },
  reconnect_needed: {
    text: 'The account needs to be reconnected.',
    cause: 'The network no longer accepts the access that was granted.',
    nextStep: 'Reconnect the account in Social accounts, then publish again.',
  },
  permission_missing: {
    text: 'Galley is not allowed to publish for this account.',
    cause: 'The access that was granted does not include publishing, or the person has lost their role.',
    nextStep: 'Reconnect the account in Social accounts and grant every permission, then publish again.',
  },
  account_restricted: {
    text: 'The network has restricted the account.',
    cause: 'It does not let the account publish at present.',
    nextStep: 'Look for a notice of the network in the account itself, then publish again.',
  },
  app_misconfigured: {
    text: 'The network does not accept Galley’s app.',
    cause: 'The app’s keys, version or access level are not what the network expects.',
    nextStep: 'Ask the operator of this installation to check the network’s settings, then publish again.',
  },
  not_permitted: {
    text: 'The network does not let Galley publish this post.',
    cause: 'It takes some mentions only from people.',
    nextStep: 'Publish it by hand, or remove the mentions and publish again.',
  },
  content_changed: {
    text: 'The content is not what was approved.',
    cause: 'It was changed after the approval.',
    nextStep: 'Open the post and save it with a change: that approves it again, or requests approval again.',
  },
  not_supported: {
    text: 'Galley cannot publish this post type on this network yet.',
    cause: 'The post type is not in what this installation publishes.',
    nextStep: 'Publish it by hand or choose another post type.',
  },
  missed_window: {
    text: 'The publish time passed while Galley could not publish.',
    cause: 'More than 60 minutes went by after the due time.',
    nextStep: 'Choose a new time or publish now.',
  },
  unconfirmed: {
    text: 'It is not certain whether the post went out.',
    cause: 'The network did not confirm it, and what Galley could see of the account did not settle it.',
    nextStep:
      'Look at the account. If the post is there, choose It is live; if not, Publish again, which checks the account first.',
  },
  duplicate_in_flight: {
    text: 'An identical post was still being published on this account.',
    cause: "We couldn't confirm the earlier one in time, so this one was held back.",
    nextStep: 'Resolve the other post first, then publish again.',
  },
  network_down: {
    text: 'The network could not be reached.',
    cause: 'It gave no usable answer for 60 minutes after the due time.',
    nextStep: 'Publish again later.',
  },
  other_account: {
    text: 'The post was approved for another account.',
    cause: 'Since the approval, another account of this network was connected in its place.',
    nextStep:
      'If it is to go out on the account that is connected now, publish again. Otherwise connect the former account, or request approval again.',
  },
  network_not_connected: {
    text: 'No account of this network is connected.',
    cause: 'The account was removed from the project.',
    nextStep: 'Connect an account in Social accounts, then publish again.',
  },
} as const satisfies Record<string, { text: string; cause: string; nextStep: string }>

export type FailureReason = keyof typeof failureReasons

/** Failures that a login at the network mends: a new one, or the first. */
export const failuresMendedByLogin = [
  'reconnect_needed',
  'permission_missing',
  'network_not_connected',
] as const satisfies readonly FailureReason[]
