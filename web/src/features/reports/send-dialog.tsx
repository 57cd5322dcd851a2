import { Alert, Button, Checkbox, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { ReportRecipients } from '#domain/reports/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { toast } from '#web/ui/toast.tsx'
import { addressesIn, peopleText } from './report-words.ts'
import { useSendReport } from './reports-api.ts'

type Props = {
  readonly projectId: number
  readonly reportId: number
  readonly version: number
  readonly isDraft: boolean
  readonly onClose: () => void
}

/** Asks whom a report is mailed to (docs/product/reports.md "Sending"). */
export function SendDialog({ projectId, reportId, version, isDraft, onClose }: Props) {
  const [to, setTo] = useState<ReportRecipients>({ user_ids: [], emails: [] })
  const sending = useSendReport({ projectId, reportId })
  const count = to.user_ids.length + to.emails.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.mutate(
      { ...to, version },
      {
        onSuccess: ({ sent }) => {
          toast.success(sent === 0 ? 'They have just got it' : `Sent to ${peopleText(sent)}`)
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title="Send this report" size="md">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            {isDraft && 'Its figures and texts are frozen: they can no longer be changed. '}
            Each person gets a mail with a link of their own that works without signing in.
          </Text>
          <RecipientFields projectId={projectId} value={to} onChange={setTo} />
          {sending.error && <Alert color="red">{messageOf(sending.error)}</Alert>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={count === 0} loading={sending.isPending}>
              {count === 0 ? 'Send' : `${isDraft ? 'Freeze and send' : 'Send'} to ${peopleText(count)}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

type FieldsProps = {
  readonly projectId: number
  readonly value: ReportRecipients
  readonly onChange: (value: ReportRecipients) => void
}

/** People of the project, and addresses of anybody else. */
export function RecipientFields({ projectId, value, onChange }: FieldsProps) {
  const people = useGetProject(projectId).data?.projectUsers ?? []
  const [text, setText] = useState(value.emails.join('\n'))
  return (
    <>
      <Checkbox.Group
        label="People of the project"
        value={value.user_ids.map(String)}
        onChange={ids => onChange({ ...value, user_ids: ids.map(Number) })}
      >
        <Stack gap="xs" mt={4}>
          {people.map(({ id, name, role }) => (
            <Checkbox key={id} value={String(id)} label={name} description={roleNames[role]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Textarea
        label="Other email addresses"
        description="One in each line, at most 20."
        autosize
        minRows={2}
        value={text}
        onChange={event => {
          setText(event.currentTarget.value)
          onChange({ ...value, emails: addressesIn(event.currentTarget.value) })
        }}
      />
    </>
  )
}
