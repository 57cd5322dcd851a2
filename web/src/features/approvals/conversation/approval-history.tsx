import { Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { Lightbox } from '#web/features/media/lightbox.tsx'
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
      {action.attachments.length > 0 && <Attachments attachments={action.attachments} />}
    </li>
  )
}

function Attachments({ attachments }: Pick<ApprovalAction, 'attachments'>) {
  const [open, setOpen] = useState<number | null>(null)
  return (
    <>
      <div className={classes.attachments}>
        {attachments.map((attachment, index) => (
          <UnstyledButton
            key={attachment.id}
            className={classes.attachment}
            aria-label={`Show picture ${index + 1} of ${attachments.length}`}
            onClick={() => setOpen(index)}
          >
            <img src={attachment.previews.small} alt="" loading="lazy" />
          </UnstyledButton>
        ))}
      </div>
      {open !== null && (
        <Lightbox
          images={attachments.map(({ original_name: name, previews }, index) => ({
            src: previews.original,
            alt: `Picture ${index + 1} of ${attachments.length}`,
            name,
          }))}
          start={open}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}
