import { Button, Loader, Text } from '@mantine/core'
import { IconCheck, IconChecks, IconPencil, IconRefresh } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { CommentButton } from './comment-button.tsx'
import classes from './decision-bar.module.css'

type BarProps = { readonly rows?: 1 | 2; readonly isAway?: boolean; readonly children: ReactNode }

/**
 * The place of the buttons: within reach of the thumb on a phone, at the side on a desktop. The buttons are away for a moment after the
 * screen has gone on to another post, and come in again: so the change is seen, and a repeated tap meets nothing.
 */
export function DecisionBar({ rows = 1, isAway = false, children }: BarProps) {
  return (
    <section className={classes.bar} data-decision-bar={rows} data-away={isAway} aria-label="Decision">
      {!isAway && <div className={classes.buttons}>{children}</div>}
    </section>
  )
}

type ApproveProps = {
  readonly network: SocialNetwork
  /** How many versions can be approved together; 1 or less: only this one. */
  readonly count: number
  readonly mayApprove: boolean
  readonly mayRequest: boolean
  /** How many versions are being approved; 0: none is. */
  readonly approving: number
  /** False while pictures are loading: nobody approves what they cannot see. */
  readonly isShown: boolean
  /** The network whose different content was not on the screen yet; null: all that this approval covers was. */
  readonly lookFirst: SocialNetwork | null
  readonly lookFirstOfAll: SocialNetwork | null
  readonly onApprove: () => void
  readonly onApproveAll: () => void
  readonly onRequest: () => void
  readonly onComment: () => void
}

/** Approve and Request revision. While an approval is being sent the button says so, and no other can be pressed. */
export function ApproveButtons({
  network,
  count,
  mayApprove,
  mayRequest,
  approving,
  isShown,
  lookFirst,
  lookFirstOfAll,
  onApprove,
  onApproveAll,
  onRequest,
  onComment,
}: ApproveProps) {
  const isBusy = approving > 0
  const isAll = approving > 1
  const comment = mayApprove && lookFirst === null && (
    <CommentButton isDisabled={isBusy || !isShown} onClick={onComment} />
  )
  return (
    <>
      {mayApprove && count > 1 && (
        <div className={classes.pair}>
          <Button
            variant="light"
            {...(isShown && { bg: 'var(--g-accent-soft)', c: 'var(--g-accent-text)' })}
            className={classes.button}
            leftSection={isAll ? <Loader size={16} aria-hidden /> : <IconChecks size={18} aria-hidden />}
            disabled={isBusy || !isShown}
            onClick={onApproveAll}
          >
            {isAll && 'Approving…'}
            {!isAll && (lookFirstOfAll ? lookFirstLabel(lookFirstOfAll) : `Approve all ${count}`)}
          </Button>
          {comment}
        </div>
      )}
      <div className={classes.pair} data-fitted={lookFirst !== null || count <= 1 || undefined}>
        {mayRequest && (
          <Button variant="default" className={classes.button} disabled={isBusy} onClick={onRequest}>
            Request revision
          </Button>
        )}
        {mayApprove && (
          <Button
            className={classes.button}
            leftSection={approveSign({
              isUnderWay: !isShown || (isBusy && !isAll),
              isAlone: count <= 1 && lookFirst === null,
            })}
            disabled={isBusy || !isShown}
            onClick={onApprove}
          >
            {approveText({
              isShown,
              isApproving: isBusy && !isAll,
              lookFirst,
              network: count > 1 ? network : null,
            })}
          </Button>
        )}
        {count <= 1 && comment}
      </div>
    </>
  )
}

export const lookFirstLabel = (network: SocialNetwork): string => `Look at ${networkNames[network]} first`

type Approval = {
  readonly isShown: boolean
  readonly isApproving: boolean
  readonly lookFirst: SocialNetwork | null
  /** Of several; null: there is only one. */
  readonly network: SocialNetwork | null
}

const approveText = ({ isShown, isApproving, lookFirst, network }: Approval): string => {
  if (!isShown) return 'Loading…'
  if (isApproving) return 'Approving…'
  if (lookFirst) return lookFirstLabel(lookFirst)
  return network === null ? 'Approve' : `Approve ${networkNames[network]}`
}

/** The longer label for one network of several leaves no room for an icon. */
const approveSign = ({ isUnderWay, isAlone }: { isUnderWay: boolean; isAlone: boolean }) => {
  if (isUnderWay) return <Loader size={16} color="gray" aria-hidden />
  return isAlone ? <IconCheck size={18} aria-hidden /> : undefined
}

type UnapproveProps = {
  readonly mayRequest: boolean
  readonly isBusy: boolean
  readonly onUnapprove: () => void
  readonly onRequest: () => void
}

/** Unapprove, and Unapprove and request revision. */
export function UnapproveButtons({ mayRequest, isBusy, onUnapprove, onRequest }: UnapproveProps) {
  return (
    <div className={classes.pair} data-stacked>
      <Button variant="default" className={classes.button} disabled={isBusy} onClick={onUnapprove}>
        {isBusy ? 'Unapproving…' : 'Unapprove'}
      </Button>
      {mayRequest && (
        <Button
          className={classes.button}
          leftSection={<IconPencil size={18} aria-hidden />}
          disabled={isBusy}
          onClick={onRequest}
        >
          Unapprove and request revision
        </Button>
      )}
    </div>
  )
}

/** Someone has changed the content in the meantime: the newer version has to be shown before the buttons. */
export function NewerVersion({ onShow }: { onShow: () => void }) {
  return (
    <>
      <Text size="sm" role="alert">
        Someone else has changed this in the meantime. Look at the newer version before you decide.
      </Text>
      <Button
        fullWidth
        className={classes.button}
        leftSection={<IconRefresh size={18} aria-hidden />}
        onClick={onShow}
      >
        Show the newer version
      </Button>
    </>
  )
}
