import { Button, CloseButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChecks } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { CommentButton } from '../decision/comment-button.tsx'
import classes from './selection-bar.module.css'

const ApproveComment = lazy(() =>
  import('../decision/approve-comment.tsx').then(module => ({ default: module.ApproveComment })),
)

type Props = {
  readonly count: number
  /** How many posts of the list could be selected besides. */
  readonly others: number
  /** Whether they are being approved. */
  readonly isBusy: boolean
  readonly onSelectAll: () => void
  /** @returns whether all were approved */
  readonly onApprove: (comment?: string) => Promise<boolean>
  readonly onClear: () => void
}

/** What can be done with the selected posts of the list. */
export function SelectionBar({ count, others, isBusy, onSelectAll, onApprove, onClear }: Props) {
  const [isCommenting, setCommenting] = useState(false)
  const [comment, setComment] = useState('')
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) === true
  return (
    <section className={classes.bar} aria-label="Selected posts">
      <output className={classes.count}>{count} Selected</output>
      {others > 0 && (
        <Button variant="subtle" className={classes.button} disabled={isBusy} onClick={onSelectAll}>
          Select all {count + others}
        </Button>
      )}
      <Button
        className={classes.button}
        leftSection={<IconChecks size={18} aria-hidden />}
        disabled={isBusy}
        onClick={() => void onApprove()}
      >
        {isBusy ? 'Approving…' : 'Approve'}
      </Button>
      <CommentButton isDisabled={isBusy} onClick={() => setCommenting(true)} />
      <CloseButton size={44} aria-label="Clear the selection" disabled={isBusy} onClick={onClear} />
      {isCommenting && (
        <Suspense fallback={null}>
          <ApproveComment
            choices={[{ label: `Approve ${count}`, approve: onApprove }]}
            isPhone={isPhone}
            comment={comment}
            onComment={setComment}
            onClose={() => setCommenting(false)}
          />
        </Suspense>
      )}
    </section>
  )
}
