import { Button, type ButtonProps, Stack, Text, Title } from '@mantine/core'
import { IconTag } from '@tabler/icons-react'
import { useState } from 'react'
import { dayOf, type LocalDate } from '#domain/kernel/time.ts'
import { labelsByTime, searchLabels } from '#domain/labels/day-labels.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useMay } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { HeaderSlot } from '#web/ui/page/header-slot.tsx'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import { useListDayLabels } from './api.ts'
import { useConfirmedLabelDeletion } from './delete-label.tsx'
import { useLabelEditor } from './label-editor.tsx'
import { type LabelActions, LabelList } from './label-list.tsx'
import classes from './labels-screen.module.css'

/** The day labels of a project, as a list (docs/product/labels.md "Labels page"). */
export function LabelsScreen() {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const today = dayOf(useNow(60_000), timezone)
  const mayEdit = useMay(projectId)('label.edit')
  const { editing, dialog } = useLabelEditor()
  const deletion = useConfirmedLabelDeletion(projectId)
  const actions = mayEdit
    ? {
        add: () => editing.add(today),
        edit: editing.edit,
        remove: (label: DayLabel) => void deletion.ask(label),
      }
    : null
  return (
    <Stack gap="lg">
      {actions && (
        <HeaderSlot>
          <AddLabel onClick={actions.add} visibleFrom="sm" />
        </HeaderSlot>
      )}
      <div>
        <Title order={1} size="h3">
          Labels
        </Title>
        <Text size="sm" c="dimmed">
          Colored notes on calendar days: campaigns, holidays, launches.
        </Text>
      </div>
      <Lists today={today} actions={actions} />
      {dialog}
      {deletion.dialog}
    </Stack>
  )
}

function AddLabel(props: ButtonProps & { readonly onClick: () => void }) {
  return (
    <Button leftSection={<IconTag size={16} aria-hidden />} {...props}>
      Add label
    </Button>
  )
}

type ListsProps = {
  readonly today: LocalDate
  readonly actions: (LabelActions & { readonly add: () => void }) | null
}

function Lists({ today, actions }: ListsProps) {
  const projectId = useProjectId()
  const { data, error, refetch } = useListDayLabels(projectId)
  const [text, setText] = useState('')
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <RowsLoading height={60} />
  if (data.length === 0)
    return (
      <Empty
        icon={<IconTag size={22} />}
        title="There are no labels added yet"
        text="A label marks days in the calendar for everybody in the project, including clients."
        action={actions && <AddLabel onClick={actions.add} />}
      />
    )
  const found = searchLabels(data, text)
  const { ahead, past } = labelsByTime(found, today)
  const parts = [
    { id: 'labels-ahead', title: 'Today and later', labels: ahead },
    { id: 'labels-past', title: 'Past', labels: past },
  ]
  return (
    <>
      {actions && (
        <div className={classes.phoneAdd}>
          <AddLabel onClick={actions.add} />
        </div>
      )}
      <SearchField
        label="Search labels"
        rows={data.length}
        found={found.length}
        value={text}
        onChange={setText}
      />
      {parts
        .filter(({ labels }) => labels.length > 0)
        .map(({ id, title, labels }) => (
          <section key={id} aria-labelledby={id}>
            <Title order={2} size="h5" mb="xs" id={id}>
              {title}
            </Title>
            <LabelList labels={labels} labelledBy={id} today={today} actions={actions} />
          </section>
        ))}
    </>
  )
}
