import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import type { Series } from '#domain/series/model.ts'
import { endInWords, ruleInWords, seriesProblemTexts } from '#domain/series/rule-texts.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChangeFollowing, useStopSeries } from './api.ts'

type Props = {
  readonly postId: number
  readonly series: Series
  readonly onClose: () => void
}

const drafts = (count: number): string => (count === 1 ? 'one later draft' : `${count} later drafts`)

/** The series of a post: what it does, how its later posts take over this one, and how it ends. */
export function SeriesPanel({ postId, series, onClose }: Props) {
  const projectId = useProjectId()
  const follow = useChangeFollowing({ projectId, postId })
  const stop = useStopSeries({ projectId, postId })
  const [isStopping, setStopping] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const { unchanged_later: later } = series
  const run = async (change: () => Promise<string>) => {
    setFailure(null)
    try {
      const said = await change()
      onClose()
      toast.success(said)
    } catch (refusal) {
      setFailure(messageOf(refusal))
      expectApiError(refusal)
    }
  }
  const followThis = () =>
    run(async () => {
      const { replaced } = await follow.mutateAsync(null)
      return replaced === 0 ? 'New drafts follow this post' : `This post is repeated in ${drafts(replaced)}`
    })
  const stopWith = (choice: 'keep' | 'delete') => () =>
    run(async () => {
      await stop.mutateAsync({ drafts: choice })
      return choice === 'keep' || later === 0
        ? 'The post no longer repeats'
        : `Stopped, and ${drafts(later)} deleted`
    })
  const isBusy = follow.isPending || stop.isPending
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{ruleInWords(series.rule)}</Text>
        <Text size="sm" c="dimmed">
          {`At ${formatLocal({ date: series.starts_on, time: series.time }, formats.time)}. ${endInWords(series)}`}
        </Text>
      </div>
      {series.problem !== null && (
        <Alert color="yellow" variant="light" role="status">
          {seriesProblemTexts[series.problem]}
        </Alert>
      )}
      <Text size="sm">
        To change this post alone, edit it. To change what follows too, edit it, then choose “This and all
        that follow”: {later === 0 ? 'drafts that are made from now on' : drafts(later)} will be like this
        one. Later drafts that somebody has edited, moved or sent stay as they are.
      </Text>
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      )}
      {isStopping ? (
        <Alert color="gray" variant="light" title="Stop repeating?">
          <Text size="sm">
            {later === 0
              ? 'No more drafts are made.'
              : `No more drafts are made. Nobody has changed ${drafts(later)}: keep ${later === 1 ? 'it' : 'them'}?`}
          </Text>
          <Group mt="sm" gap="xs">
            <Button size="xs" loading={isBusy} onClick={() => void stopWith('keep')()}>
              {later === 0 ? 'Stop' : 'Stop and keep'}
            </Button>
            {later > 0 && (
              <Button
                size="xs"
                color="red"
                variant="light"
                disabled={isBusy}
                onClick={() => void stopWith('delete')()}
              >
                Stop and delete
              </Button>
            )}
            <Button size="xs" variant="default" disabled={isBusy} onClick={() => setStopping(false)}>
              Back
            </Button>
          </Group>
        </Alert>
      ) : (
        <Group justify="flex-end" gap="xs">
          <Button variant="default" disabled={isBusy} onClick={() => setStopping(true)}>
            Stop repeating…
          </Button>
          <Button loading={isBusy} onClick={() => void followThis()}>
            This and all that follow
          </Button>
        </Group>
      )}
    </Stack>
  )
}
