import { lifecycle } from './lifecycle.ts'

/** Where a mail stands. `failed`: parked; nobody tries again unless an admin does (docs/product/notifications.md "Mails"). */
export const mailStatuses = ['queued', 'sent', 'failed'] as const

/** What moves a mail. A try that the server defers is none: the mail stays queued, with one more attempt. */
export const mailLifecycle = lifecycle({
  name: 'mail',
  table: 'outgoing_mails',
  states: mailStatuses,
  initial: ['queued'],
  events: {
    accepted: { from: ['queued'], to: 'sent' },
    given_up: { from: ['queued'], to: 'failed' },
    sent_again: { from: ['failed'], to: 'queued' },
  },
})
