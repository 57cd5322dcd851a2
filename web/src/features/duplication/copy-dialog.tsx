import type { SocialNetwork } from '#domain/networks/model.ts'
import type { ScheduleChoice } from '#web/features/schedules/api.ts'
import { CloneDialog } from './clone-dialog.tsx'
import { DuplicateDialog } from './duplicate-dialog.tsx'

/** A post that can be cloned, as a card, a row or the editor has it. `schedule` by the project's clock. */
export type ClonedPost = {
  readonly postId: number
  readonly networks: readonly SocialNetwork[]
  readonly schedule: ScheduleChoice | null
}

/** Several posts that are to be duplicated, or one that is to be cloned. */
export type Copied = readonly number[] | ClonedPost

type Props = {
  readonly copied: Copied
  readonly onClose: () => void
  readonly onDone?: () => void
}

/** The dialog for either. One file, so that pages which may open both load nothing of them before. */
export function CopyDialog({ copied, ...on }: Props) {
  return 'postId' in copied ? (
    <CloneDialog {...on} {...copied} />
  ) : (
    <DuplicateDialog {...on} postIds={copied} />
  )
}
