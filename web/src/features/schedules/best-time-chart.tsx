import { Anchor, SegmentedControl, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { BEST_TIME_CHART_HEIGHT, chartedHours } from '#domain/posts/best-time.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { Loading } from '#web/ui/states.tsx'
import { useGetBestTime } from './advice-api.ts'
import classes from './best-time-chart.module.css'

type Props = {
  readonly projectId: number
  readonly networks: readonly SocialNetwork[]
  /** The one it opens on. */
  readonly first: SocialNetwork
  readonly date: LocalDate
}

const sources = {
  followers_online: 'Followers online by hour',
  own_posts: 'How your latest posts did by hour',
  none: 'No figures',
} as const

/** Twelve empty bars would look like an answer. */
const NO_REACTIONS = 'Nobody has reacted to the latest posts yet, so no hour is better than another.'

/** The best time to post: a bar for every second hour (docs/product/schedules.md "Best time"). */
export function BestTimeChart({ projectId, networks, first, date }: Props) {
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
      <Chart key={network} projectId={projectId} network={network} date={date} />
    </section>
  )
}

function Chart({ projectId, network, date }: Omit<Props, 'networks' | 'first'> & { network: SocialNetwork }) {
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
  if (data.source === 'none' || data.values.every(value => value === 0))
    return (
      <Text size="sm" c="dimmed">
        {data.reason ?? (data.source === 'none' ? sources.none : NO_REACTIONS)}
      </Text>
    )
  return <Bars values={data.values} caption={sources[data.source]} />
}

function Bars({ values, caption }: { values: readonly number[]; caption: string }) {
  const bars = chartedHours(values)
  const most = Math.max(...bars.map(({ value }) => value), 1)
  return (
    <figure className={classes.chart} style={{ height: BEST_TIME_CHART_HEIGHT }}>
      <ul className={classes.bars}>
        {bars.map(({ hour, value }) => (
          <li
            key={hour}
            className={classes.bar}
            aria-label={`${hourName(hour)}: ${value}`}
            title={`${hourName(hour)}: ${value}`}
          >
            <span
              className={classes.fill}
              data-best={value === most}
              style={{ height: `${Math.max(2, (value / most) * 100)}%` }}
            />
            <span className={classes.hour} aria-hidden>
              {hour % 12 || 12}
              {hour < 12 ? 'a' : 'p'}
            </span>
          </li>
        ))}
      </ul>
      <figcaption className={classes.caption}>{caption}</figcaption>
    </figure>
  )
}

const hourName = (hour: number): string => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
