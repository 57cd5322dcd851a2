import { Button, Group, Modal, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { choosableRound } from '#domain/approvals/approvers.ts'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import { stepProblems } from '#domain/approvals/plan.ts'
import { roundNames } from '#domain/approvals/round-names.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { SecondLook } from '#web/features/posts/second-look.tsx'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { type DeadlineChoice, DeadlineField, noDeadline } from './deadline-field.tsx'
import { DonePoints, useDonePoints } from './done-points.tsx'
import { type LaterStep, LaterSteps } from './later-steps.tsx'
import classes from './send-to-approval-modal.module.css'
import { type PostToSend, type UnsentPost, useSending } from './use-sending.ts'

type UnsentPostsProps = { readonly title: string; readonly posts: readonly UnsentPost[] }

/** The posts that cannot be sent, or were not, each with its reason. */
function UnsentPosts({ title, posts }: UnsentPostsProps) {
  const titleId = useId()
  return (
    // Focusable, so that a long list can be scrolled with the keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above
    <section className={classes.box} aria-labelledby={titleId} tabIndex={0}>
      <p className={classes.title} id={titleId}>
        {title}
      </p>
      <ul className={classes.list}>
        {posts.map(({ id, name, reason }) => (
          <li key={id}>
            <p className={classes.name}>{name}</p>
            <p>{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}

type Choice = { readonly user: ProjectUser; readonly round: ApprovalType }

/** The people who can be chosen, with the round they are chosen for. */
export const choicesOf = (users: readonly ProjectUser[], skipped: readonly ApprovalType[]): Choice[] =>
  users.flatMap(user => {
    const round = choosableRound(user, skipped)
    return round === null ? [] : [{ user, round }]
  })

type Props = {
  /** Those that cannot be sent are listed with their reason, the others are sent. */
  readonly posts: readonly PostToSend[]
  readonly users: readonly ProjectUser[]
  /** Skipped rounds: their people are left out. */
  readonly skipped?: readonly ApprovalType[]
  /** The post goes back to the person who asked for changes: the points of the request are checked off with it. */
  readonly sentBackId?: number | null
  readonly onClose: () => void
  /** Called when at least one post was sent. */
  readonly onSent?: () => void
}

/** Send to approval, one post or many: choose people, or leave it to any approver (docs/product/approvals.md "Send to approval"). */
export function SendToApprovalModal({
  posts,
  users,
  skipped = [],
  sentBackId = null,
  onClose,
  onSent,
}: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const [refused, setRefused] = useState<readonly UnsentPost[] | null>(null)
  const { send, isPending } = useSending(projectId)
  const sendable = posts.filter(({ blockedBy }) => blockedBy === null)
  const points = useDonePoints(sentBackId)
  const submit = async (choice: Parameters<typeof send>[1]) => {
    await points.check()
    const unsent = await send(sendable, choice)
    if (unsent.length < sendable.length) onSent?.()
    if (unsent.length === 0) onClose()
    else setRefused(unsent)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // Fixed wording (docs/product/approvals.md "Texts").
      title="Send to approval"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="md"
    >
      {refused ? (
        <Stack>
          <UnsentPosts title={`${counted(refused)} not sent`} posts={refused} />
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              Done
            </Button>
          </Group>
        </Stack>
      ) : (
        <SendForm
          posts={posts}
          choices={choicesOf(users, skipped)}
          isPending={isPending}
          onClose={onClose}
          onSend={submit}
        >
          {points.items.length > 0 && (
            <DonePoints items={points.items} left={points.left} onLeave={points.setLeft} />
          )}
        </SendForm>
      )}
    </Modal>
  )
}

const counted = ({ length }: readonly unknown[]): string =>
  length === 1 ? '1 post was' : `${length} posts were`

type FormProps = {
  readonly posts: readonly PostToSend[]
  readonly choices: readonly Choice[]
  readonly isPending: boolean
  readonly onClose: () => void
  readonly onSend: (choice: Parameters<ReturnType<typeof useSending>['send']>[1]) => Promise<void>
  readonly children: ReactNode
}

const bodyOf = (steps: readonly LaterStep[]) =>
  steps
    .filter(({ chosen }) => chosen.length > 0)
    .map(({ chosen, decideBy }) => ({ approvers: chosen.map(Number), decide_by: decideBy.instant }))

function SendForm({ posts, choices, isPending, onClose, onSend, children }: FormProps) {
  const [chosen, setChosen] = useState<string[]>([])
  const [message, setMessage] = useState('')
  const [decideBy, setDecideBy] = useState<DeadlineChoice>(noDeadline)
  const [steps, setSteps] = useState<readonly LaterStep[]>([])
  const blocked = posts.flatMap(({ id, name, blockedBy }) =>
    blockedBy === null ? [] : [{ id, name, reason: blockedBy }],
  )
  const sendable = posts.length - blocked.length
  const idsFor = (round: ApprovalType) =>
    choices
      .filter(choice => choice.round === round && chosen.includes(String(choice.user.id)))
      .map(({ user }) => user.id)
  const first = idsFor('external')
  const later = first.length === 0 ? [] : bodyOf(steps)
  const send = () =>
    onSend({
      concrete_internal_approver_id: idsFor('internal'),
      concrete_external_approver_id: first,
      ...(later.length > 0 ? { external_steps: later } : {}),
      ...(isEmptyText(message) ? {} : { message: message.trim() }),
      ...(decideBy.instant ? { decide_by: decideBy.instant } : {}),
    })
  const groups = (['internal', 'external'] as const)
    .map(round => ({
      group: roundNames[round],
      items: choices
        .filter(choice => choice.round === round)
        .map(({ user }) => ({ value: String(user.id), label: `${user.name} · ${roleNames[user.role]}` })),
    }))
    .filter(({ items }) => items.length > 0)
  const clients = groups.find(({ group }) => group === roundNames.external)?.items ?? []
  const problem = stepProblems(
    { first, firstBy: decideBy.instant === null ? null : new Date(decideBy.instant), later },
    new Date(),
  )
  const hasProblem =
    problem.size > 0 || [decideBy, ...steps.map(step => step.decideBy)].some(({ problem: is }) => is)
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        // A failure has its toast, and the modal stays open for another try.
        void send().catch(expectApiError)
      }}
    >
      <Stack>
        {posts.length > 1 && (
          <Text size="sm">{sendable === 1 ? '1 post is sent.' : `${sendable} posts are sent.`}</Text>
        )}
        {blocked.length > 0 && (
          <UnsentPosts
            title={blocked.length === 1 ? "1 post can't be sent" : `${blocked.length} posts can't be sent`}
            posts={blocked}
          />
        )}
        <SecondLook posts={posts.filter(({ blockedBy }) => blockedBy === null)} />
        {children}
        <div>
          <Text fw={600} size="sm">
            {/* Fixed wording (docs/product/approvals.md "Texts"). */}
            Choose people (optional)
          </Text>
          <Text size="xs" c="dimmed">
            Everyone you choose must approve. Leave it empty to let any approver decide.
          </Text>
        </div>
        <MultiSelect
          // Fixed wording (docs/product/approvals.md "Texts").
          label="Agency role"
          placeholder={chosen.length === 0 ? 'Any approver' : ''}
          data={groups.map(({ group, items }) => ({
            group,
            items: items.filter(({ value }) => !steps.some(step => step.chosen.includes(value))),
          }))}
          value={chosen}
          onChange={setChosen}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the selection' }}
          hidePickedOptions
          // The field's frame shows the focus; a second ring inside would be too much.
          styles={{ inputField: { outline: 'none' } }}
          // Fixed wording (docs/product/posts.md "Texts").
          nothingFoundMessage="No options"
        />
        <Textarea
          label="Message"
          // Fixed wording (docs/product/approvals.md "Texts").
          placeholder="Empty description"
          autosize
          minRows={3}
          maxRows={8}
          maxLength={MESSAGE_MAX}
          value={message}
          onChange={event => setMessage(event.currentTarget.value)}
        />
        <DeadlineField value={decideBy} onChange={setDecideBy} />
        {first.length > 0 && (
          <LaterSteps people={clients} first={first.map(String)} steps={steps} onChange={setSteps} />
        )}
        {[...problem.values()].map(text => (
          <Text key={text} size="sm" c="var(--g-tone-red-fg)" role="alert">
            {text}
          </Text>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={sendable === 0 || hasProblem}>
            Send
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
