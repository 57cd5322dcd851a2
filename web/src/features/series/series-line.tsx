import { Anchor, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { ruleInWords } from '#domain/series/rule-texts.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useGetPostSeries } from './api.ts'
import { useRepeat } from './use-repeat.tsx'

type Props = { readonly postId: number }

/** Says that a post repeats, and opens its series. */
export function SeriesLine({ postId }: Props) {
  const projectId = useProjectId()
  const { data } = useGetPostSeries({ projectId, postId })
  const { repeat, dialog } = useRepeat()
  if (!data?.series) return null
  return (
    <Text size="sm" style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
      <IconRepeat size={16} aria-hidden />
      <Anchor component="button" type="button" size="sm" onClick={() => repeat({ postId, date: null })}>
        {ruleInWords(data.series.rule)}
        {data.series.problem !== null && ' (paused)'}
      </Anchor>
      {dialog}
    </Text>
  )
}
