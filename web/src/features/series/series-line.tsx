import { Anchor, Text } from '@mantine/core'
import { IconRepeat } from '@tabler/icons-react'
import { ruleInWords } from '#domain/series/rule-texts.ts'
import { useGetPostSeries } from './api.ts'
import { useRepeat } from './use-repeat.tsx'

type Props = { readonly projectId: number; readonly postId: number; readonly timezone: string }

/** Says that a post repeats, and opens its series. */
export function SeriesLine({ projectId, postId, timezone }: Props) {
  const { data } = useGetPostSeries({ projectId, postId })
  const { repeat, dialog } = useRepeat({ projectId, timezone })
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
