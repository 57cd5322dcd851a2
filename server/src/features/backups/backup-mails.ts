import { countText } from '#domain/kernel/count-text.ts'
import type { RenderedMail } from '#server/platform/mail/queue.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'

const note = (end: string): string =>
  `You get this mail once a day until ${end}, because you are a super-admin of this installation.`

/** To those who run the installation. `lastGoodAt` null: there is none at all. */
export const lateBackupMail = (to: {
  readonly publicUrl: string
  readonly target: string
  readonly lastGoodAt: Date | null
  readonly problem: string | null
}): RenderedMail =>
  renderMail({
    kind: 'late-backup',
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
    note: note('there is a new backup'),
  })

/** To the same: the backup could be made, but something is lost. */
export const incompleteBackupMail = (to: {
  readonly publicUrl: string
  readonly target: string
  readonly files: number
}): RenderedMail =>
  renderMail({
    kind: 'incomplete-backup',
    subject: 'Files are missing from the backup of Galley',
    title: 'Files are missing from the latest backup',
    paragraphs: [
      `The storage of ${to.publicUrl} does not have ${countText(to.files, 'file that is', 'files that are')} in use, so the latest backup in ${to.target} does not have ${to.files === 1 ? 'it' : 'them'} either. All else is in it.`,
      'Is all of the storage mounted? If the files are lost, an earlier backup may have them: the latest complete one is kept.',
      'To see which files they are, run: npm run galley -- backup',
    ],
    note: note('a backup is complete'),
  })
