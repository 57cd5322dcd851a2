import { Button, Drawer, Group, Stack, Text, Textarea, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import { say } from '#web/platform/words.ts'

type Props = {
  /** What can be approved with the comment, the usual one last. */
  readonly choices: readonly {
    readonly label: string
    /** @returns whether it was approved */
    readonly approve: (comment: string) => Promise<boolean>
  }[]
  readonly isPhone: boolean
  /** What was written before, and is kept when this is closed without approving. */
  readonly comment: string
  readonly onComment: (comment: string) => void
  readonly onClose: () => void
}

/** An approval with some words for the agency (docs/product/approvals.md "Approving"): from the bottom on a phone, at the side on a desk. */
export function ApproveComment({ choices, isPhone, comment, onComment, onClose }: Props) {
  const [isSending, setSending] = useState(false)
  const isTooLong = comment.length > MESSAGE_MAX
  const send = async ({ approve }: Props['choices'][number]) => {
    setSending(true)
    const isApproved = await approve(comment.trim())
    setSending(false)
    if (!isApproved) return
    onComment('')
    onClose()
  }
  return (
    <Drawer
      opened
      onClose={onClose}
      position={isPhone ? 'bottom' : 'right'}
      size={isPhone ? 'min(85dvh, 340px)' : 'md'}
      title={say('Approve with a comment')}
      closeButtonProps={{ 'aria-label': say('Close') }}
    >
      <Stack gap="sm">
        <Textarea
          label={say('Your comment')}
          description={say('Those who made the post read it with your approval.')}
          data-autofocus
          autosize
          minRows={3}
          maxRows={8}
          value={comment}
          error={isTooLong}
          onChange={event => onComment(event.currentTarget.value)}
        />
        <Text size="xs" c={isTooLong ? 'var(--g-danger-text)' : 'dimmed'} ta="right">
          <VisuallyHidden>{say('Characters:')} </VisuallyHidden>
          {comment.length} / {MESSAGE_MAX}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" mih={44} onClick={onClose}>
            {say('Cancel')}
          </Button>
          {choices.map((choice, index) => (
            <Button
              key={choice.label}
              mih={44}
              variant={index === choices.length - 1 ? 'filled' : 'default'}
              disabled={isTooLong || isSending || isEmptyText(comment)}
              onClick={() => void send(choice)}
            >
              {choice.label}
            </Button>
          ))}
        </Group>
      </Stack>
    </Drawer>
  )
}
