import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { ReportRecipients, ReportSummary } from '#domain/reports/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Loading } from '#web/ui/states.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { RecipientFields, usePresent } from './recipient-fields.tsx'
import { peopleText, sentToText } from './report-words.ts'
import { useGetReportSchedule, useSendReport } from './reports-api.ts'

type Props = {
  readonly reportId: number
  readonly version: number
  readonly isDraft: boolean
  /** The project's schedule says whom it is meant for. */
  readonly isScheduled: boolean
  readonly sentTo: ReportSummary['sent_to']
  readonly onClose: () => void
}

const nobody: ReportRecipients = { user_ids: [], emails: [] }

/** Whom the schedule means it for, without those who have it: the rest of a report that was sent to some of them. */
const useProposed = (
  schedule: ReportRecipients | null | undefined,
  sentTo: Props['sentTo'],
): ReportRecipients => {
  const people = useGetProject(useProjectId()).data?.projectUsers ?? []
  if (!schedule) return nobody
  const has = (email: string | undefined) => sentTo.some(one => one.email === email)
  return {
    user_ids: schedule.user_ids.filter(id => !has(people.find(person => person.id === id)?.email)),
    emails: schedule.emails.filter(email => !has(email)),
  }
}

/** Asks whom a report is mailed to (docs/product/reports.md "Sending"). */
export function SendDialog({ reportId, version, isDraft, isScheduled, sentTo, onClose }: Props) {
  const projectId = useProjectId()
  const schedule = useGetReportSchedule(projectId, isScheduled)
  const proposed = useProposed(schedule.data, sentTo)
  const [chosen, setChosen] = useState<ReportRecipients | null>(null)
  const to = usePresent(chosen ?? proposed)
  const sending = useSendReport({ projectId, reportId })
  const leftOut = sending.data?.left_out ?? []
  const isPartlySent = leftOut.length > 0
  const count = to.user_ids.length + to.emails.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sayWhenDone(sending.mutateAsync({ ...to, version }), ({ sent, left_out }) => {
      if (left_out.length > 0) return
      toast.success(sent === 0 ? 'They were sent it a few minutes ago' : `Sent to ${peopleText(sent)}`)
      onClose()
    })
  }
  return (
    <Modal opened onClose={onClose} title="Send this report" size="md">
      <form onSubmit={submit}>
        <Stack>
          {isPartlySent ? (
            // Only the result: the same people sent once more would get it twice.
            <Alert color="yellow" role="status">
              Sent to {peopleText(sending.data?.sent ?? 0)}, but not to {leftOut.join(', ')}: they were sent
              too many reports today. Please try again tomorrow.
            </Alert>
          ) : (
            <>
              <Text size="sm">
                {isDraft && 'Sending freezes its figures and texts: they can no longer be changed. '}
                Each person gets a mail with their own link, which works without signing in.
                {sentTo.length > 0 && ` It was already sent to ${sentToText(sentTo)}.`}
              </Text>
              {schedule.isLoading ? (
                <Loading>
                  <Skeleton height={160} />
                </Loading>
              ) : (
                <RecipientFields value={to} onChange={setChosen} />
              )}
            </>
          )}
          {sending.error && <Alert color="red">{messageOf(sending.error)}</Alert>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {isPartlySent ? 'Done' : 'Cancel'}
            </Button>
            {!isPartlySent && (
              <Button type="submit" disabled={count === 0} loading={sending.isPending}>
                {count === 0 ? 'Send' : `${isDraft ? 'Freeze and send' : 'Send'} to ${peopleText(count)}`}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
