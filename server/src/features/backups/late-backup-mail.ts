import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'

export const LATE_BACKUP = 'late-backup'

/** To those who run the installation. `lastGoodAt` null: there is none at all. */
export const lateBackupMail = (to: {
  readonly publicUrl: string
  readonly target: string
  readonly lastGoodAt: Date | null
  readonly problem: string | null
}): RenderedMail =>
  renderMail({
    kind: LATE_BACKUP,
    subject: 'The last good backup of Galley is too old',
    title: 'The last good backup is too old',
    paragraphs: [
      to.lastGoodAt
        ? `The last good backup of ${to.publicUrl} was made at ${to.lastGoodAt.toISOString()}.`
        : `There is no good backup of ${to.publicUrl} yet.`,
      to.problem
        ? `The latest attempt, to ${to.target}, failed: ${to.problem}`
        : `No backup to ${to.target} has come to its end since.`,
      'To make one now, and to see what is wrong, run: npm run galley -- backup',
    ],
    note: 'You get this mail once a day until there is a new backup, because you are a super-admin of this installation.',
  })
