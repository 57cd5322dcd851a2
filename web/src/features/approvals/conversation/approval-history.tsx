import { Skeleton, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { isEditableEntry, isRequest, isStart } from '#domain/approvals/questions.ts'
import { requestProgress } from '#domain/approvals/request-progress.ts'
import { countText } from '#domain/kernel/count-text.ts'
import { readInstant } from '#domain/kernel/time.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { ConversationPictures } from '#web/features/media/conversation-pictures.tsx'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
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

/** Loaded apart: not every decision marks places or has a checklist. */
const HistoryMarks = lazy(() =>
  import('./history-marks.tsx').then(module => ({ default: module.HistoryMarks })),
)
const Checklist = lazy(() => import('./checklist.tsx').then(module => ({ default: module.Checklist })))

/** What happened in a round: a line for the latest, and what was said; the rest is opened. */
export function ApprovalHistory({ actions: list, ...context }: Props) {
  const me = useMe()
  const isOwn = (action: ApprovalAction) =>
    action.created_by_user?.id === me.id && holdsWords(action) && isEditableEntry(action, list)
  const entry = (action: ApprovalAction) => (
    <HistoryEntry key={action.id} action={action} isEditable={isOwn(action)} {...context} />
  )
  return (
    <ol className={classes.list} aria-label="Approval history">
      {[...Map.groupBy(list, roundOf).values()].map(([latest, ...earlier]) => {
        const silent = earlier.filter(action => !holdsWords(action))
        return (
          latest && (
            <li
              key={latest.id}
              className={classes.round}
              style={{ borderLeftColor: toneVar(actions[latest.type].tone, 'line') }}
            >
              {entry(latest)}
              {earlier.filter(holdsWords).map(entry)}
              {silent.length > 0 && (
                <details className={classes.earlier}>
                  <summary>{countText(silent.length, 'earlier entry', 'earlier entries')}</summary>
                  {silent.map(entry)}
                </details>
              )}
            </li>
          )
        )
      })}
    </ol>
  )
}

/** Entries of one round bear its id. */
const roundOf = ({ id, approval_id }: ApprovalAction) => approval_id ?? `alone-${id}`

/** Whether there is more to an entry than that it happened. */
const holdsWords = ({ message, checkboxes, attachments, marks = [] }: ApprovalAction): boolean =>
  Boolean(message) || checkboxes.length + attachments.length + marks.length > 0

function HistoryEntry({
  action,
  postId,
  mayTick,
  isClient,
  isEditable,
}: Omit<Props, 'actions'> & { action: ApprovalAction; isEditable: boolean }) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const [isEditing, setEditing] = useState(false)
  const Edit = isRequest(action) ? EditRevision : EditQuestion
  return (
    <div className={classes.entry}>
      <div className={classes.head}>
        <Text size="sm" className={classes.who}>
          <strong>{authorOf(action, isClient)}</strong> {actionText(action)}
        </Text>
        <Text size="xs" c="dimmed" className={classes.when}>
          <ZonedTime instant={action.created_at} timezone={timezone} zone="hint" />
          {action.edited_at !== undefined && (
            <>
              {' · '}
              <span title={formatInstant(readInstant(action.edited_at), timezone, formats.dayTime)}>
                edited
              </span>
            </>
          )}
        </Text>
        {isEditable && !isEditing && (
          <IconButton label={editLabel(action)} size={28} my={-4} onClick={() => setEditing(true)}>
            <IconPencil size={16} />
          </IconButton>
        )}
      </div>
      {isEditing ? (
        <Suspense fallback={null}>
          <Edit subject={{ projectId, postId }} action={action} onClose={() => setEditing(false)} />
        </Suspense>
      ) : (
        <Content postId={postId} action={action} mayTick={mayTick} />
      )}
    </div>
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
  const { done, all } = requestProgress(action)
  return (
    <>
      {action.message !== null && action.message !== '' && (
        <Text size="sm" className={classes.message}>
          {action.message}
        </Text>
      )}
      {all > 0 && (
        <Text size="xs" c="dimmed">
          {done} of {all} done
        </Text>
      )}
      {action.marks && (
        <Suspense fallback={<Skeleton height={52 * action.marks.length} />}>
          <HistoryMarks
            postId={postId}
            postSocialId={action.post_social_id}
            actionId={action.id}
            marks={action.marks}
            isCheckable={mayTick}
          />
        </Suspense>
      )}
      {action.checkboxes.length > 0 && (
        <Suspense fallback={<Skeleton height={26 * action.checkboxes.length} />}>
          <Checklist postId={postId} action={action} isCheckable={mayTick} />
        </Suspense>
      )}
      {action.attachments.length > 0 && <ConversationPictures pictures={action.attachments} />}
    </>
  )
}
