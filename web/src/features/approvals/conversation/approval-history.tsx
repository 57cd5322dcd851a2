import { Text } from '@mantine/core'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { ConversationPictures } from '#web/features/media/conversation-pictures.tsx'
import { PersonAvatar } from '#web/ui/person-avatar.tsx'
import { toneVar } from '#web/ui/status-badge.tsx'
import { ZonedTime } from '#web/ui/zoned-time.tsx'
import { actions, actionText, authorOf } from './action-words.ts'
import classes from './approval-history.module.css'
import { Checklist } from './checklist.tsx'

type Props = {
  readonly projectId: number
  readonly postId: number
  readonly timezone: string
  /** Newest first. */
  readonly actions: readonly ApprovalAction[]
  readonly mayTick: boolean
  readonly isClient: boolean
}

/** The decisions on a post social, newest first. */
export function ApprovalHistory({ actions: list, ...context }: Props) {
  return (
    <ol className={classes.list} aria-label="Approval history">
      {list.map(action => (
        <HistoryEntry key={action.id} action={action} {...context} />
      ))}
    </ol>
  )
}

function HistoryEntry({
  action,
  projectId,
  postId,
  timezone,
  mayTick,
  isClient,
}: Omit<Props, 'actions'> & { action: ApprovalAction }) {
  const person = action.created_by_user
  const name = authorOf(action, isClient)
  return (
    <li
      className={classes.entry}
      style={{ borderLeftColor: toneVar(actions[action.type].tone, 'line') }}
      data-action={action.type}
    >
      <div className={classes.head}>
        <PersonAvatar name={name} image={person?.avatar_image_link ?? null} size={28} decorative />
        <div className={classes.who}>
          <Text size="sm">
            <strong>{name}</strong> {actionText(action)}
          </Text>
          <Text size="xs" c="dimmed">
            <ZonedTime instant={action.created_at} timezone={timezone} />
          </Text>
        </div>
      </div>
      {action.message !== null && action.message !== '' && (
        <Text size="sm" className={classes.message}>
          {action.message}
        </Text>
      )}
      {action.checkboxes.length > 0 && (
        <Checklist projectId={projectId} postId={postId} action={action} isCheckable={mayTick} />
      )}
      {action.attachments.length > 0 && <ConversationPictures pictures={action.attachments} />}
    </li>
  )
}
