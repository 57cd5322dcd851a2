import { Button, Group, Modal, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { choosableRound } from '#domain/approvals/approvers.ts'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import { roleNames } from '#domain/permissions/table.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { useFocusBack } from '#web/ui/use-focus-back.ts'
import { useStartApprovals } from './api.ts'

type Choice = { readonly user: ProjectUser; readonly round: ApprovalType }

/** The people who can be chosen, with the round they are chosen for. */
export const choicesOf = (users: readonly ProjectUser[], skipped: readonly ApprovalType[]): Choice[] =>
  users.flatMap(user => {
    const round = choosableRound(user, skipped)
    return round === null ? [] : [{ user, round }]
  })

const roundNames: Readonly<Record<ApprovalType, string>> = {
  internal: 'Internal round',
  external: 'External round',
}

type Props = {
  readonly projectId: number
  readonly postIds: readonly number[]
  readonly users: readonly ProjectUser[]
  /** Skipped rounds: their people are left out. */
  readonly skipped?: readonly ApprovalType[]
  readonly onClose: () => void
  readonly onSent?: () => void
}

/** Send to approval: choose people, or leave it to any approver (docs/product/approvals.md "Send to approval"). */
export function SendToApprovalModal({ projectId, postIds, users, skipped = [], onClose, onSent }: Props) {
  useFocusBack()
  const [chosen, setChosen] = useState<string[]>([])
  const [message, setMessage] = useState('')
  const start = useStartApprovals(projectId)
  const choices = choicesOf(users, skipped)
  const idsFor = (round: ApprovalType) =>
    choices
      .filter(choice => choice.round === round && chosen.includes(String(choice.user.id)))
      .map(({ user }) => user.id)
  const send = async () => {
    await start.mutateAsync({
      posts_ids: [...postIds],
      concrete_internal_approver_id: idsFor('internal'),
      concrete_external_approver_id: idsFor('external'),
      ...(message.trim() === '' ? {} : { message: message.trim() }),
    })
    // Fixed wording (docs/product/approvals.md "Texts").
    toast.success('Sent for approval')
    onSent?.()
    onClose()
  }
  const groups = (['internal', 'external'] as const)
    .map(round => ({
      group: roundNames[round],
      items: choices
        .filter(choice => choice.round === round)
        .map(({ user }) => ({ value: String(user.id), label: `${user.name} · ${roleNames[user.role]}` })),
    }))
    .filter(({ items }) => items.length > 0)
  return (
    <Modal
      opened
      onClose={onClose}
      // Fixed wording (docs/product/approvals.md "Texts").
      title="Send to approval"
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="md"
    >
      <form
        onSubmit={event => {
          event.preventDefault()
          // A failure has its toast, and the modal stays open for another try.
          void send().catch(expectApiError)
        }}
      >
        <Stack>
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
            data={groups}
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
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={start.isPending}>
              Send
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
