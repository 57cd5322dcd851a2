import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { countText } from '#domain/kernel/count-text.ts'
import { settingValue } from '#domain/permissions/settings.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import type { Outcome } from './api.ts'
import { useAddLinkParameters } from './link-parameters-api.ts'
import { type EditFormProps, Refused, WorkProgress } from './outcome.tsx'

/** Puts the project's parameters into the links of the selected posts; the toast has Undo (docs/product/link-parameters.md "For many posts"). */
export function LinkParametersForm({ posts, onBusy, onDone, onClose }: EditFormProps) {
  const projectId = useProjectId()
  const template = settingValue(useGetProject(projectId).data?.settings ?? [], 'link-parameters') ?? ''
  const { mutateAsync: add, isPending } = useAddLinkParameters(projectId)
  const [done, setDone] = useState(0)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const run = async () => {
    onBusy(true)
    const result = await add({ postIds: posts.map(({ post }) => post.id), onProgress: setDone })
    onBusy(false)
    if (result.refused.length === 0) onDone()
    else setOutcome(result)
  }
  if (outcome) return <Refused outcome={outcome} posts={posts} onDone={onDone} />
  return (
    <Stack>
      {template === '' ? (
        <Text size="sm">This project has no link parameters. An admin sets them in its settings.</Text>
      ) : (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            Adds <code>{template}</code> to each link that has no such parameters yet.
          </Text>
          <Text size="sm" role="note">
            What is live stays as it is. Posts in approval or approved must be approved again if they change;
            Undo restores their texts, not the approvals.
          </Text>
        </>
      )}
      {isPending && <WorkProgress done={done} all={posts.length} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={isPending}>
          Cancel
        </Button>
        <Button onClick={() => void run()} disabled={template === ''} loading={isPending}>
          Add to {countText(posts.length, 'post')}
        </Button>
      </Group>
    </Stack>
  )
}
