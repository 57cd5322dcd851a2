import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { savedViewName } from '#domain/content/views.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PopupPanel } from '#web/ui/popup/popup-panel.tsx'
import type { PopupState } from '#web/ui/popup/use-popup.ts'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useDeleteSavedView, useListSavedViews, useSaveView } from './api.ts'
import classes from './content-toolbar.module.css'

type Props = PopupState & {
  /** The query of the address as it is. */
  readonly search: string
  readonly onOpen: (search: string) => void
}

/** The person's saved views: opens one, saves what is shown as one, deletes one (docs/product/content-list.md "Saved views"). */
export function ViewsPanel({ search, onOpen, ...popup }: Props) {
  const projectId = useProjectId()
  const views = useListSavedViews(projectId)
  const { mutate: remove } = useDeleteSavedView(projectId)
  const open = (wanted: string) => {
    popup.onChange(false)
    onOpen(wanted)
  }
  return (
    <PopupPanel {...popup} label="Saved views" position="bottom-end" width={320} padding="sm">
      <Stack gap="sm">
        {views.error && (
          <Text size="sm" role="alert">
            {messageOf(views.error)}
          </Text>
        )}
        {views.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            You have no saved views yet. Choose dates and filters, then save them as a view.
          </Text>
        )}
        {views.data && views.data.length > 0 && (
          <ul className={classes.views} aria-label="Saved views">
            {views.data.map(view => (
              <li key={view.id}>
                <Button
                  variant="subtle"
                  color="gray"
                  size="xs"
                  justify="flex-start"
                  className={classes.view}
                  aria-current={view.search === search || undefined}
                  onClick={() => open(view.search)}
                >
                  {view.name}
                </Button>
                <IconButton label={`Delete ${view.name}`} size={30} onClick={() => remove(view.id)}>
                  <IconTrash size={16} aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        )}
        <SaveForm search={search} onSaved={() => popup.onChange(false)} />
      </Stack>
    </PopupPanel>
  )
}

type FormProps = { readonly search: string; readonly onSaved: () => void }

function SaveForm({ search, onSaved }: FormProps) {
  const projectId = useProjectId()
  const [name, setName] = useState('')
  const saving = useSaveView(projectId)
  const length = name.trim().length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (length < savedViewName.min) return
    sayWhenDone(saving.mutateAsync({ name: name.trim(), search }), view => {
      toast.success(`Saved as “${view.name}”`)
      setName('')
      onSaved()
    })
  }
  return (
    <form onSubmit={submit}>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          size="xs"
          label="Save this view as"
          description={`${savedViewName.min} to ${savedViewName.max} characters`}
          maxLength={savedViewName.max}
          value={name}
          error={saving.error ? messageOf(saving.error) : undefined}
          onChange={event => setName(event.currentTarget.value)}
          flex={1}
        />
        <Button size="xs" type="submit" loading={saving.isPending} disabled={length < savedViewName.min}>
          Save
        </Button>
      </Group>
    </form>
  )
}
