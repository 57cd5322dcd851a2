import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import {
  CHECKLIST_LABEL_MAX,
  CHECKLIST_MAX,
  MESSAGE_MAX,
  REVISION_PICTURES_MAX,
} from '#domain/approvals/limits.ts'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { isStart } from '#domain/approvals/questions.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { WritingField } from '#domain/posts/writing-fields.ts'
import { ShowWhere, useMarks } from '#web/features/marks/show-where.tsx'
import { markChanges } from '#web/features/marks/written-marks.ts'
import { AttachPictures } from '#web/features/media/attach-pictures.tsx'
import { AttachedPictures } from '#web/features/media/attached-pictures.tsx'
import { expectApiError } from '#web/platform/api-error.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type TalkSubject, useUpdateRevisionComment } from '../conversation-api.ts'
import classes from './approval-history.module.css'

type Props = {
  readonly subject: TalkSubject
  readonly action: Pick<
    ApprovalAction,
    'id' | 'post_social_id' | 'type' | 'approval_id' | 'message' | 'checkboxes' | 'attachments' | 'marks'
  >
  readonly onClose: () => void
}

/** `key`: what React knows the row by; a new item has no id yet. */
type Item = { readonly key: string; readonly id?: number; readonly label: string }

/** Changes one's own request for revision, or the message of one's own sending, which has nothing else (docs/product/approvals.md "Changing a request"). */
export function EditRevision({ subject, action, onClose }: Props) {
  const save = useUpdateRevisionComment(subject)
  const [message, setMessage] = useState(action.message ?? '')
  const [items, setItems] = useState<readonly Item[]>(() =>
    action.checkboxes.map(({ id, label }) => ({ key: String(id), id, label })),
  )
  const [files, setFiles] = useState<readonly File[]>([])
  const [removed, setRemoved] = useState<readonly number[]>([])
  const [marks, setMarks] = useMarks(undefined, action.marks)
  const written = items.filter(({ label }) => !isEmptyText(label))
  const pictures = action.attachments.filter(({ id }) => !removed.includes(id))
  const isMessage = isStart(action)
  const isTooLong = message.length > MESSAGE_MAX
  const others = written.length + pictures.length + files.length + marks.length
  const isEmpty = isEmptyText(message) && others === 0
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isTooLong || isEmpty || save.isPending) return
    try {
      await save.mutateAsync({
        approval_action_id: action.id,
        ...(action.approval_id === null ? {} : { approval_id: action.approval_id }),
        message: message.trim(),
        checkboxes: written.map(({ id, label }) => ({ ...(id ? { id } : {}), label: label.trim() })),
        removed_attachments: [...removed],
        ...markChanges(action.marks, marks),
        attachments: files,
      })
      onClose()
    } catch (error) {
      // The mutation has shown why; what was written stays here.
      expectApiError(error)
    }
  }
  return (
    <form
      onSubmit={event => void submit(event)}
      aria-label={isMessage ? 'Edit message' : 'Edit revision'}
      data-writing={'revision' satisfies WritingField}
    >
      <Stack gap="sm">
        <Textarea
          label={isMessage ? 'Message' : 'What to change'}
          autosize
          minRows={2}
          maxRows={10}
          value={message}
          error={isTooLong && `Message length should be less than ${MESSAGE_MAX} characters.`}
          onChange={event => setMessage(event.currentTarget.value)}
        />
        {!isMessage && (
          <>
            <ShowWhere
              about={{ postId: subject.postId, postSocialId: action.post_social_id }}
              marks={marks}
              onChange={setMarks}
            />
            <Items items={items} onChange={setItems} />
            <AttachedPictures
              pictures={pictures}
              isRemoving={save.isPending}
              onRemove={id => setRemoved(before => [...before, id])}
            />
            <AttachPictures files={files} max={REVISION_PICTURES_MAX - pictures.length} onChange={setFiles} />
          </>
        )}
        {isEmpty && (
          <Text size="xs" c="dimmed">
            {isMessage ? 'Write a message.' : 'Write a message, add a checklist item or attach an image.'}
          </Text>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending} disabled={isTooLong || isEmpty}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Items({
  items,
  onChange,
}: {
  readonly items: readonly Item[]
  readonly onChange: (items: readonly Item[]) => void
}) {
  return (
    <Stack gap={4}>
      {items.map((item, index) => (
        <Group key={item.key} gap={4} wrap="nowrap">
          <TextInput
            className={classes.item}
            aria-label={`Checklist item ${index + 1}`}
            maxLength={CHECKLIST_LABEL_MAX}
            value={item.label}
            onChange={event => {
              const label = event.currentTarget.value
              onChange(items.map(other => (other.key === item.key ? { ...other, label } : other)))
            }}
          />
          <IconButton
            label={`Remove checklist item ${index + 1}`}
            size={32}
            onClick={() => onChange(items.filter(({ key }) => key !== item.key))}
          >
            <IconX size={14} />
          </IconButton>
        </Group>
      ))}
      <Button
        variant="subtle"
        size="xs"
        style={{ alignSelf: 'start' }}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={items.length >= CHECKLIST_MAX}
        onClick={() => onChange([...items, { key: crypto.randomUUID(), label: '' }])}
      >
        Add checklist item
      </Button>
    </Stack>
  )
}
