import { countText } from '#domain/kernel/count-text.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { InstallationStatus, NetworkStatus, QueueStatus } from './contract.ts'

/** Seconds that something may wait before somebody should look; the same as in docs/monitoring/alerts.yml. */
export const waitsAtMost = { posts: 120, jobs: 900, mails: 1800, figures: 7200 } as const
/** More lost answers than this are the network's doing. */
const UNKNOWN_MAX = 10

type Waiting = NetworkStatus['due']

/** Whether it has waited longer than that. */
export const isOverdue = ({ since }: Waiting, secondsMax: number, now: Date): boolean =>
  since !== null && now.getTime() - new Date(since).getTime() > secondsMax * 1000

/** What is wrong, in a sentence, and what to do. */
export type StatusProblem = { readonly text: string; readonly remedy: string }

const RUNNING = 'Is a worker running? npm run galley -- doctor says what is wrong.'

const problemsOfNetwork = (status: NetworkStatus, now: Date): StatusProblem[] => {
  const name = networkNames[status.social_network]
  const found: StatusProblem[] = []
  if (isOverdue(status.due, waitsAtMost.posts, now))
    found.push({
      text: `${countText(status.due.count, 'post')} to ${name} should have gone out.`,
      remedy: RUNNING,
    })
  if (status.unknown > UNKNOWN_MAX)
    found.push({
      text: `The answers to ${status.unknown} posts on ${name} are lost.`,
      remedy: 'They are looked up, and none is sent twice. The network is probably disturbed.',
    })
  if (isOverdue(status.figures, waitsAtMost.figures, now))
    found.push({
      text: `The figures of ${countText(status.figures.count, 'account')} on ${name} are late.`,
      remedy: RUNNING,
    })
  return found
}

const problemsOfQueue = ({ name, due }: QueueStatus, now: Date): StatusProblem[] =>
  isOverdue(due, waitsAtMost.jobs, now)
    ? [{ text: `${countText(due.count, 'job')} of ${name} should have begun.`, remedy: RUNNING }]
    : []

const problemsOfBackups = (backups: InstallationStatus['backups']): StatusProblem[] => {
  const remedy = 'Run npm run galley -- backup, which says what is wrong.'
  if (!backups) return []
  if (backups.is_late) return [{ text: 'The last good backup is older than it should be.', remedy }]
  if (backups.problem !== null) return [{ text: `The latest backup failed: ${backups.problem}`, remedy }]
  if (backups.missing_files === 0) return []
  return [{ text: `The last backup lacks ${countText(backups.missing_files, 'file')}.`, remedy }]
}

/** What somebody should look at, the worst first; none if everything is as it should be. */
export const findProblems = (status: InstallationStatus): readonly StatusProblem[] => {
  const now = new Date(status.read_at)
  const { holds, failed_mails, disks } = status
  return [
    ...(holds > 0
      ? [
          {
            text: `Publishing is held by ${countText(holds, 'hold')}.`,
            remedy: 'npm run galley -- publishing status says why.',
          },
        ]
      : []),
    ...disks
      .filter(({ is_full }) => is_full)
      .map(({ holds: what }) => ({
        text: `The disk of ${what === 'data' ? 'the data' : 'uploads under way'} is full.`,
        remedy: 'Free some space; nothing has to be restarted.',
      })),
    ...status.networks.flatMap(network => problemsOfNetwork(network, now)),
    ...status.queues.flatMap(queue => problemsOfQueue(queue, now)),
    ...(isOverdue(status.mails, waitsAtMost.mails, now)
      ? [
          {
            text: `${countText(status.mails.count, 'mail')} should have been sent.`,
            remedy: 'Check SMTP_URL.',
          },
        ]
      : []),
    ...(failed_mails.count > 0
      ? [
          {
            text: `${countText(failed_mails.count, 'mail')} could not be delivered.`,
            remedy: 'Mend what the mail server says, then retry.',
          },
        ]
      : []),
    ...problemsOfBackups(status.backups),
  ]
}
