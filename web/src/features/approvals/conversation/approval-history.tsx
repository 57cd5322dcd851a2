import { Skeleton, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { isEditableEntry, isRequest, isStart } from '#domain/approvals/questions.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { ConversationPictures } from '#web/features/media/conversation-pictures.tsx'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { toneVar } from '#web/ui/badge/status-badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { actions, actionText, authorOf } from './action-words.ts'
import classes from './approval-history.module.css'

type Props = {
  readonly postId: number
  /** Newest first. */
  readonly actions: readonly ApprovalAction[]
  readonly mayTick: boolean
  readonly isClient: boolean
}

const EditRevision = lazy(() =>
  import('./edit-revision.tsx').then(module => ({ default: module.EditRevision })),
)

const EditQuestion = lazy(() =>
  import('./edit-question.tsx').then(module => ({ default: module.EditQuestion })),
)

/** Loaded apart: not every decision has a checklist. */
const Checklist = lazy(() => import('./checklist.tsx').then(module => ({ default: module.Checklist })))

/** The decisions on a post social, newest first. */
export function ApprovalHistory({ actions: list, ...context }: Props) {
  const me = useMe()
  const isOwn = (action: ApprovalAction) =>
    action.created_by_user?.id === me.id &&
    (Boolean(action.message) || action.checkboxes.length > 0) &&
    isEditableEntry(action, list)
  return (
    <ol className={classes.list} aria-label="Approval history">
      {list.map(action => (
        <HistoryEntry key={action.id} action={action} isEditable={isOwn(action)} {...context} />
      ))}
    </ol>
  )
}

function HistoryEntry({
  action,
  postId,
  mayTick,
  isClient,
  isEditable,
}: Omit<Props, 'actions'> & { action: ApprovalAction; isEditable: boolean }) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const [isOpen, setOpen] = useState(false)
  const isEditing = isOpen
  const Edit = isRequest(action) ? EditRevision : EditQuestion
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
            {action.edited_at !== undefined && (
              <>
                {' · '}
                <span title={formatInstant(readInstant(action.edited_at), timezone, formats.dayTime)}>
                  edited
                </span>
              </>
            )}
          </Text>
        </div>
        {isEditable && !isEditing && (
          <IconButton label={editLabel(action)} size={28} ml="auto" onClick={() => setOpen(true)}>
            <IconPencil size={16} />
          </IconButton>
        )}
      </div>
      {isEditing ? (
        <Suspense fallback={null}>
          <Edit subject={{ projectId, postId }} action={action} onClose={() => setOpen(false)} />
        </Suspense>
      ) : (
        <Content postId={postId} action={action} mayTick={mayTick} />
      )}
    </li>
  )
}

const editLabel = (action: ApprovalAction): string => {
  if (isStart(action)) return 'Edit message'
  if (action.type === 'question_pushed') return 'Edit question'
  return action.type === 'answer_pushed' ? 'Edit answer' : 'Edit revision'
}

function Content({
  postId,
  action,
  mayTick,
}: Pick<Props, 'postId' | 'mayTick'> & { action: ApprovalAction }) {
  return (
    <>
      {action.message !== null && action.message !== '' && (
        <Text size="sm" className={classes.message}>
          {action.message}
        </Text>
      )}
      {action.checkboxes.length > 0 && (
        <Suspense fallback={<Skeleton height={22 + 26 * action.checkboxes.length} />}>
          <Checklist postId={postId} action={action} isCheckable={mayTick} />
        </Suspense>
      )}
      {action.attachments.length > 0 && <ConversationPictures pictures={action.attachments} />}
    </>
  )
}
