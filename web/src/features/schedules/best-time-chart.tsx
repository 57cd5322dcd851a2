import { Anchor, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { BEST_TIME_CHART_HEIGHT, chartedHours } from '#domain/analytics/best-time.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { Loading } from '#web/ui/states.tsx'
import { useGetBestTime } from './advice-api.ts'
import classes from './best-time-chart.module.css'

type Props = {
  readonly networks: readonly SocialNetwork[]
  /** The one it opens on. */
  readonly first: SocialNetwork
  readonly date: LocalDate
}

/** The best time to post: a bar for every second hour (docs/product/schedules.md "Best time"). */
export function BestTimeChart({ networks, first, date }: Props) {
  const [network, setNetwork] = useState(first)
  // Fixed wording (docs/product/schedules.md "Texts").
  return (
    <section className={classes.best} aria-label="Best time for posting">
      <div className={classes.head}>
        <h3 className={classes.title}>Best time for posting</h3>
        {networks.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label="Network"
            value={network}
            onChange={value => setNetwork(value as SocialNetwork)}
            data={networks.map(name => ({ value: name, label: networkNames[name] }))}
          />
        )}
      </div>
      <Chart key={network} network={network} date={date} />
    </section>
  )
}

function Chart({ network, date }: Omit<Props, 'networks' | 'first'> & { network: SocialNetwork }) {
  const projectId = useProjectId()
  const { data, error, refetch } = useGetBestTime(projectId, network, date)
  if (error)
    return (
      <Text size="sm" c="dimmed" role="alert">
        {messageOf(error)}{' '}
        <Anchor component="button" type="button" size="sm" underline="always" onClick={() => void refetch()}>
          Retry
        </Anchor>
      </Text>
    )
  if (!data)
    return (
      <Loading>
        <Skeleton height={BEST_TIME_CHART_HEIGHT} />
      </Loading>
    )
  // Twelve empty bars would look like an answer.
  if (data.source === 'none')
    return (
      <Text size="sm" c="dimmed">
        {data.reason}
      </Text>
    )
  return <Bars values={data.values} note={data.note} isGuess={data.sureness === 'guess'} />
}

type BarsProps = { values: readonly number[]; note: string | null; isGuess: boolean }

function Bars({ values, note, isGuess }: BarsProps) {
  const bars = chartedHours(values)
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <figure className={classes.chart} style={{ height: BEST_TIME_CHART_HEIGHT }}>
      <ul className={classes.bars}>
        {bars.map(({ hour, value }) => (
          <li
            key={hour}
            className={classes.bar}
            aria-label={barName(hour, value)}
            title={barName(hour, value)}
          >
            <span
              className={classes.fill}
              // While it is a guess, no hour stands out.
              data-best={!isGuess && value === most}
              style={{ height: `${Math.max(2, (value / most) * 100)}%` }}
            />
            <span className={classes.hour} aria-hidden>
              {hour % 12 || 12}
              {hour < 12 ? 'a' : 'p'}
            </span>
          </li>
        ))}
      </ul>
      <figcaption className={classes.caption}>{note}</figcaption>
    </figure>
  )
}

/** The best hour of the day has 100. */
const barName = (hour: number, value: number): string => `${hourName(hour)}: ${Math.round(value)} of 100`
const hourName = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
