import { Text } from '@mantine/core'
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import type { ApprovalPlan } from '#domain/approvals/model.ts'
import { roundNames } from '#domain/approvals/round-names.ts'
import type { Approval } from '#domain/posts/model.ts'
import type { StatusTone } from '#domain/posts/status.ts'
import { type ApprovalStatus, type ApprovalType, approvalTypes } from '#domain/posts/status.ts'
import { toneVar } from '#web/ui/badge/status-badge.tsx'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import classes from './conversation-rounds.module.css'

const anyone: Readonly<Record<ApprovalType, string>> = {
  internal: 'Any internal approver may decide',
  external: 'Any client may decide',
}
const states: Readonly<Record<ApprovalStatus, { text: string; tone: StatusTone }>> = {
  open: { text: 'Waiting', tone: 'violet' },
  approved: { text: 'Approved', tone: 'green' },
  // Fixed wording (docs/product/approvals.md "Texts").
  revision_requested: { text: 'Revision requested', tone: 'amber' },
  unapproved: { text: 'Unapproved', tone: 'amber' },
  superseded: { text: 'Closed', tone: 'grey' },
}

/** The latest round of a kind. A round reopened after a change has the number of the one before it. */
export const latestRound = (approvals: readonly Approval[], type: ApprovalType): Approval | null =>
  approvals
    .filter(approval => approval.type === type)
    .toSorted((a, b) => b.round - a.round || b.id - a.id)[0] ?? null

/** The client's people who have approved before these were asked. */
const stepsBefore = ({ type, round, step = 1 }: Approval, approvals: readonly Approval[]): Approval[] =>
  approvals.filter(
    other =>
      other.type === type && other.round === round && other.status === 'approved' && (other.step ?? 1) < step,
  )

/** The names of those who are asked after an open round. */
const stepsAfter = (round: Approval | null, { rounds }: ApprovalPlan): string[] =>
  round?.status === 'open' && round.type === 'external'
    ? (rounds.external.later ?? [])
        .slice((round.step ?? 1) - 1)
        .map(people => people.map(({ name }) => name).join(' and ') || 'any client')
    : []

type Props = {
  readonly approvals: readonly Approval[]
  readonly plan: ApprovalPlan
  readonly seesInternal: boolean
}

/** The state of the internal and the external round, and who must decide. */
export function ConversationRounds({ approvals, plan, seesInternal }: Props) {
  const shown = approvalTypes
    .filter(type => type === 'external' || seesInternal)
    .flatMap((type): { type: ApprovalType; round: Approval | null; isSkipped: boolean }[] => {
      const round = latestRound(approvals, type)
      const isSkipped = plan.rounds[type].isSkipped
      if (round === null) return isSkipped ? [{ type, round, isSkipped }] : []
      return [...stepsBefore(round, approvals), round].map(one => ({ type, round: one, isSkipped }))
    })
  if (shown.length === 0) return null
  return (
    <BoxedList aria-label="Approval rounds">
      {shown.map(({ type, round, isSkipped }) => (
        <li key={`${type} ${round?.id}`} className={classes.round}>
          <div className={classes.head}>
            <Text size="sm" fw={600}>
              {roundNames[type]}
              {round !== null && round.round > 1 && (
                <Text span size="xs" c="dimmed" fw={450}>
                  {' '}
                  · {round.round}
                </Text>
              )}
            </Text>
            <State round={round} isSkipped={isSkipped} />
          </div>
          {round !== null && !isSkipped && <Deciders round={round} />}
        </li>
      ))}
      {stepsAfter(shown.at(-1)?.round ?? null, plan).map(names => (
        <li key={names} className={classes.round}>
          <Text size="xs" c="dimmed">
            Then {names}
          </Text>
        </li>
      ))}
    </BoxedList>
  )
}

function State({ round, isSkipped }: { round: Approval | null; isSkipped: boolean }) {
  const { text, tone } =
    isSkipped || round === null ? { text: 'Skipped', tone: 'blue' as const } : states[round.status]
  return (
    <span className={classes.state} style={{ background: toneVar(tone, 'bg'), color: toneVar(tone, 'fg') }}>
      {text}
    </span>
  )
}

function Deciders({ round }: { round: Approval }) {
  if (round.approvers.length === 0)
    return (
      <Text size="xs" c="dimmed">
        {anyone[round.type]}
      </Text>
    )
  return (
    <ul className={classes.deciders}>
      {round.approvers.map(({ id, name, has_approved }) => (
        <li key={id} className={classes.decider}>
          {has_approved ? (
            <IconCircleCheckFilled size={14} color={toneVar('green', 'line')} aria-hidden />
          ) : (
            <IconCircleDashed size={14} color="var(--g-text-muted)" aria-hidden />
          )}
          <Text size="xs">
            {name}
            <Text span size="xs" c="dimmed">
              {has_approved ? ' approved' : round.status === 'open' ? ' has to decide' : ''}
            </Text>
          </Text>
        </li>
      ))}
    </ul>
  )
}
