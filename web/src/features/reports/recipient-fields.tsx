import { Checkbox, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { roleNames } from '#domain/permissions/role-names.ts'
import type { ReportRecipients } from '#domain/reports/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { addressesIn } from './report-words.ts'

type FieldsProps = {
  readonly value: ReportRecipients
  readonly onChange: (value: ReportRecipients) => void
}

/** Without people who have left the project since they were chosen: a report goes to nobody who cannot be seen here. */
export const usePresent = <R extends ReportRecipients>(to: R): R => {
  const people = useGetProject(useProjectId()).data?.projectUsers
  return people ? { ...to, user_ids: to.user_ids.filter(id => people.some(one => one.id === id)) } : to
}

/** People of the project, and addresses of anybody else. */
export function RecipientFields({ value, onChange }: FieldsProps) {
  const projectId = useProjectId()
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
        description="One per line, at most 20."
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
