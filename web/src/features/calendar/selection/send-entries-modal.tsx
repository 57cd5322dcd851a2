import type { CalendarEntry } from '#domain/calendar/entries.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { PostSummary } from '#domain/posts/model.ts'
import { SendToApprovalModal } from '#web/features/approvals/send-to-approval-modal.tsx'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { textOf } from '../cards/card-text.tsx'
import { approvalBlock, type BulkContext } from './bulk-rules.ts'

type Props = {
  readonly entries: readonly CalendarEntry[]
  /** Selected as well, and listed as not sendable: a post needs its schedule first. */
  readonly unscheduled: readonly PostSummary[]
  readonly context: BulkContext
  readonly onSent: () => void
  readonly onClose: () => void
}

/** Send to approval for posts of the calendar. */
export function SendEntriesModal({ entries, unscheduled, context, onSent, onClose }: Props) {
  const projectId = useProjectId()
  const { data: project } = useGetProject(projectId)
  if (!project) return null
  const scheduled = entries.map(entry => ({
    id: entry.item.post_id,
    name: nameOf(entry),
    blockedBy: approvalBlock(entry, context),
  }))
  const absent = unscheduled.map(post => ({
    id: post.id,
    // Fixed wording (docs/product/content-list.md "Columns").
    name: `schedule is absent · ${textOf(post)}`,
    blockedBy: 'The post has no schedule yet.',
  }))
  return (
    <SendToApprovalModal
      posts={[...scheduled, ...absent]}
      users={project.projectUsers}
      onSent={onSent}
      onClose={onClose}
    />
  )
}

/** The post's day and text, as its card shows them. */
const nameOf = (entry: CalendarEntry): string =>
  `${formatLocal(entry, formats.dayThisYear)} · ${textOf(entry.item.post)}`
