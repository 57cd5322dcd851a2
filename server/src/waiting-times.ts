import type { WaitingTimes } from './platform/db/bring-forward.ts'

/**
 * Everything in the database that waits for a time, or counts a wait from one. If the clock is set back, a worker brings it forward
 * (decision 144): a lease of a minute would else last for as long as the clock went back. Times that people have chosen, ends of
 * validity and records of the past are not here.
 */
export const waitingTimes: readonly WaitingTimes[] = [
  {
    table: 'publications',
    columns: ['run_at', 'lease_until', 'sending_at', 'first_sent_at', 'looked_up_at', 'hold_waived_at'],
  },
  { table: 'publication_follow_ups', columns: ['run_at', 'since', 'comment_sent_at'] },
  // An end that has passed: what is due later was not missed. The chosen end of a pause stays (`ends_at`).
  { table: 'publishing_holds', columns: ['held_at', 'released_at'] },
  { table: 'network_limits', columns: ['not_before', 'told_at'] },
  { table: 'social_accounts', columns: ['check_due_at', 'check_lease_until'] },
  { table: 'metric_accounts', columns: ['due_at', 'stories_due_at', 'lease_until'] },
  { table: 'figure_turns', columns: ['due_at'] },
  { table: 'attempts', columns: ['ends_at', 'open_at'] },
  { table: 'card_attempts', columns: ['busy_until'] },
  { table: 'chat_channels', columns: ['next_send_at', 'sending_until'] },
  { table: 'notifications', columns: ['mail_at'], isTimeOfDay: true },
  { table: 'waiting_pushes', columns: ['push_at'], isTimeOfDay: true },
  { table: 'board_preferences', columns: ['digest_at'], isTimeOfDay: true },
  { table: 'pgboss.job', columns: ['start_after', 'started_on', 'heartbeat_on'] },
  {
    table: 'pgboss.version',
    columns: ['cron_on', 'bam_on', 'flow_on', 'reindex_on', 'monitor_backoff_on'],
  },
  { table: 'pgboss.queue', columns: ['monitor_claim_on', 'monitor_on', 'maintain_on'] },
]
