import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core'
import { IconDownload, IconInfoCircle, IconTable } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Hint } from '#web/ui/popup/hint.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import classes from './analytics.module.css'
import type { Figures } from './figure-table.tsx'

/** A chart's place while it loads: of the same shape. */
export function ChartLoading({ height = 230 }: { readonly height?: number }) {
  return (
    <div style={{ minHeight: height }}>
      <Loading label="The chart is loading...">
        <Skeleton height={height} />
      </Loading>
    </div>
  )
}

/** Behind a click. */
const loadTable = () => import('./figure-table.tsx')
const FigureTable = lazy(() => loadTable().then(module => ({ default: module.FigureTable })))

export const FigureChart = lazy(() =>
  import('./charts.tsx').then(module => ({ default: module.FigureChart })),
)
export const BubbleChart = lazy(() =>
  import('./charts.tsx').then(module => ({ default: module.BubbleChart })),
)

// Fixed wording (docs/product/analytics.md "Charts").
const LATE_FIGURES = 'Any data from the last 48 hours is not displayed due to API restrictions.'

type Props = {
  readonly title: string
  readonly isLate: boolean
  readonly summary?: ReactNode
  /** Why there is nothing to show, in words. */
  readonly words?: string | null
  readonly error: string | null
  readonly onRetry: () => void
  /** They are those of other days, until the new ones are there. */
  readonly isOld?: boolean
  /** Null while it loads. */
  readonly figures: Figures | null
  readonly height?: number
  /** There is one figure, and no chart to keep a place for. */
  readonly isAlone?: boolean
  readonly children: ReactNode
}

/** One chart: its figures as a picture or a table, and what went wrong with these figures only. */
export function FigureCard(props: Props) {
  const { title, isLate, summary, words, error, onRetry, figures, height, children } = props
  const { isOld = false, isAlone = false } = props
  const [isTable, setTable] = useState(false)
  const isShown = figures !== null && error === null && !words
  return (
    <Paper
      component="section"
      withBorder
      p="md"
      radius="md"
      aria-label={title}
      aria-busy={isOld}
      data-alone={isAlone || undefined}
      className={`${classes.card} ${isOld ? classes.old : ''}`}
    >
      <Group justify="space-between" gap="xs" mb="xs" mih={30}>
        <Group gap={6}>
          <Title order={2} size="h5">
            {title}
          </Title>
          {isLate && (
            <Hint label={LATE_FIGURES}>
              <button type="button" className={classes.note} aria-label={LATE_FIGURES}>
                <IconInfoCircle size={16} aria-hidden />
              </button>
            </Hint>
          )}
        </Group>
        {isShown && (
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconTable size={14} aria-hidden />}
              aria-pressed={isTable}
              aria-label={`Table: ${title}`}
              onClick={() => setTable(!isTable)}
            >
              Table
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              leftSection={<IconDownload size={14} aria-hidden />}
              aria-label={`CSV: ${title}`}
              disabled={isOld}
              onClick={() => void loadTable().then(({ saveFigures }) => saveFigures(figures))}
            >
              CSV
            </Button>
          </Group>
        )}
      </Group>
      {summary}
      {error !== null ? (
        <Failed message={error} onRetry={onRetry} />
      ) : words ? (
        <Text size="sm" c="dimmed" className={classes.words}>
          {words}
        </Text>
      ) : figures === null ? (
        <ChartLoading {...(height !== undefined && { height })} />
      ) : (
        <Suspense fallback={<ChartLoading {...(height !== undefined && { height })} />}>
          {isTable ? <FigureTable {...figures} /> : children}
        </Suspense>
      )}
    </Paper>
  )
}
