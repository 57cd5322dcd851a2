import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useConfirmIsLive } from './api.ts'

type Props = {
  readonly social: PostSocial
  readonly isChanged: boolean
  readonly onClose: () => void
}

const problemOf = (error: unknown): string =>
  (error instanceof ApiError && error.errors.permalink?.[0]) || messageOf(error)

/** It is live: the person confirms it, and may paste the public link (docs/product/publishing.md "It is live"). */
export function ConfirmLiveModal({ social, isChanged, onClose }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const [permalink, setPermalink] = useState('')
  const confirm = useConfirmIsLive(projectId)
  const name = networkNames[social.social_network]
  const submit = (event: FormEvent) => {
    event.preventDefault()
    confirm.mutate({ postSocialId: social.id, permalink: permalink.trim() }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={`Is it live on ${name}?`} size="md" withCloseButton={false}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm">
            Check the account first. The post is then marked as live, and Galley sends nothing more. Your
            confirmation is recorded in the activity.
          </Text>
          {isChanged && (
            <Text size="sm" fw={600}>
              The content was changed after it was sent: {name} has the earlier version.
            </Text>
          )}
          <TextInput
            type="url"
            label="Link to the post (optional)"
            placeholder="https://"
            value={permalink}
            onChange={event => setPermalink(event.currentTarget.value)}
            error={confirm.isError ? problemOf(confirm.error) : null}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={confirm.isPending}>
              It is live
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
