import { Alert, Button, Group, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { can } from '#domain/permissions/can.ts'
import type { ReportRecipients, ReportSchedule } from '#domain/reports/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { NetworksField, useUsualNetworks } from './networks-field.tsx'
import { RecipientFields, usePresent } from './recipient-fields.tsx'
import { type MonthlyReport, useSaveReportSchedule } from './reports-api.ts'

type Props = {
  /** Null: it is begun. */
  readonly schedule: MonthlyReport | null
  readonly onClose: () => void
}

/** Those who may write reports, and with that look one over. */
const useWriters = (projectId: number) =>
  (useGetProject(projectId).data?.projectUsers ?? []).filter(({ role }) => can({ role }, 'report.write'))

/** The people taken off the list, by name or address. Somebody who was chosen by address and is now chosen by name stays on it. */
const useRemoved = (before: ReportRecipients | null, chosen: ReportRecipients): string[] => {
  const people = useGetProject(useProjectId()).data?.projectUsers ?? []
  if (!before) return []
  const left = people.filter(({ id }) => before.user_ids.includes(id) && !chosen.user_ids.includes(id))
  const named = people.filter(({ id }) => chosen.user_ids.includes(id)).map(({ email }) => email)
  const kept = new Set([...chosen.emails, ...named])
  return [
    ...left.filter(({ email }) => !kept.has(email)).map(({ name }) => name),
    ...before.emails.filter(email => !kept.has(email)),
  ]
}

const savedText = (links: number): string =>
  links === 0 ? 'Monthly reports saved' : `Monthly reports saved, ${countText(links, 'link', 'links')} ended`

/** What each month's draft is about, who looks it over, and whom it is meant for. */
export function MonthlyDialog({ schedule, onClose }: Props) {
  const projectId = useProjectId()
  const writers = useWriters(projectId)
  const usual = useUsualNetworks(projectId)
  const ownId = useMe().id
  const [changed, setChanged] = useState<Partial<ReportSchedule>>({})
  const known = schedule ?? { manager_id: ownId, networks: [...usual], user_ids: [], emails: [] }
  const { manager_id, networks, user_ids, emails } = usePresent({ ...known, ...changed })
  // Somebody who has left cannot be chosen, so the list begins with the first person who can be.
  const manager = writers.find(({ id }) => id === manager_id) ?? writers[0]
  const saving = useSaveReportSchedule(projectId)
  const removed = useRemoved(schedule, { user_ids, emails })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!manager) return
    sayWhenDone(
      saving.mutateAsync({ networks, user_ids, emails, manager_id: manager.id }),
      ({ ended_links }) => {
        toast.success(savedText(ended_links))
        onClose()
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title="Monthly reports" size="md">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            A draft about the previous month is created on the first of each month at 8:00. Nothing is sent
            automatically.
          </Text>
          <NativeSelect
            label="Reviewer"
            description="Gets a mail with a link to the draft."
            data={writers.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(manager?.id ?? '')}
            onChange={event => setChanged({ ...changed, manager_id: Number(event.currentTarget.value) })}
          />
          <NetworksField
            value={networks}
            onChange={chosen => setChanged({ ...changed, networks: [...chosen] })}
          />
          <Text size="sm" fw={500}>
            Whom it is meant for
          </Text>
          <RecipientFields value={{ user_ids, emails }} onChange={to => setChanged({ ...changed, ...to })} />
          {removed.length > 0 && (
            <Text size="sm" role="status">
              Removed: <bdi>{new Intl.ListFormat('en').format(removed)}</bdi>. Links to reports of this
              project that were mailed to them stop working.
            </Text>
          )}
          {saving.error && <Alert color="red">{messageOf(saving.error)}</Alert>}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={networks.length === 0 || !manager} loading={saving.isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
