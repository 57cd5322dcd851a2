import { Loader, Modal } from '@mantine/core'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Failed } from '#web/ui/states.tsx'
import { useGetPostSeries } from './api.ts'
import { RepeatForm } from './repeat-form.tsx'
import { SeriesPanel } from './series-panel.tsx'

/** `date`: its day by the clock of the project; null without a schedule. */
export type RepeatedPost = { readonly postId: number; readonly date: string | null }

type Props = RepeatedPost & {
  readonly onClose: () => void
}

/** Makes a post repeat, or shows the series that it is in. Mount it while it is open. (docs/product/series.md "What it does") */
export function RepeatDialog(props: Props) {
  useFocusBack()
  return (
    <Modal
      opened
      onClose={props.onClose}
      title="Repeat"
      size={540}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Content {...props} />
    </Modal>
  )
}

function Content(props: Props) {
  const { postId } = props
  const { data, error, refetch } = useGetPostSeries({ projectId: useProjectId(), postId })
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <Loader size="sm" role="status" aria-label="Loading the series" />
  return data.series ? <SeriesPanel {...props} series={data.series} /> : <RepeatForm {...props} />
}
