import { Group, SegmentedControl, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { useEffect } from 'react'
import { insightIntervals } from '#domain/analytics/intervals.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { isSocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import classes from './analytics.module.css'
import { type AnalyticsSearch, type AnalyticsState, analyticsState } from './analytics-search.ts'
import { type Account, useRankedPosts } from './api.ts'
import { chartPlans, figureParts, hasParts } from './chart-plans.ts'
import { FollowersCard } from './followers-card.tsx'
import { MetricCard } from './metric-card.tsx'
import { OnlineCard } from './online-card.tsx'
import { RangePicker } from './range-picker.tsx'
import { rememberSearch, withRemembered } from './remembered-search.ts'
import { TopPosts } from './top-posts.tsx'

type Props = { readonly social: Account['social'] } & {
  readonly search: AnalyticsSearch
  readonly onSocial: (social: SocialNetwork, how: { readonly replace: boolean }) => void
  readonly onSearch: (search: AnalyticsSearch) => void
}

/** The figures of the project's accounts (docs/product/analytics.md "The page"). */
export function AnalyticsScreen({ social, search, onSocial, onSearch }: Props) {
  const projectId = useProjectId()
  const project = useGetProject(projectId)
  const networks = project.data?.socials.map(each => each.social_network) ?? []
  const [first] = networks
  const isElsewhere = first !== undefined && !networks.includes(social)
  useEffect(() => {
    if (isElsewhere) onSocial(first, { replace: true })
  }, [isElsewhere, first, onSocial])
  if (project.error && !project.data)
    return <Failed message={messageOf(project.error)} onRetry={() => void project.refetch()} />
  if (!project.data || isElsewhere) return <RowsLoading height={230} />
  return (
    <div className={classes.page}>
      <Title order={1} size="h3" mb="sm">
        Analytics
      </Title>
      {first === undefined ? (
        // Fixed wording (docs/product/analytics.md "The page").
        <Empty icon={<IconPlugConnected size={22} />} title="You don't have any connected social networks" />
      ) : (
        <Tabs
          value={social}
          keepMounted={false}
          onChange={chosen => {
            if (chosen !== null && isSocialNetwork(chosen)) onSocial(chosen, { replace: false })
          }}
        >
          <Tabs.List aria-label="Networks" className={classes.tabs}>
            {networks.map(network => (
              <Tabs.Tab key={network} value={network} className={classes.tab}>
                {networkNames[network]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value={social} pt="md">
            <NetworkFigures
              key={`${projectId} ${social}`}
              account={{ projectId, social }}
              search={search}
              onSearch={onSearch}
            />
          </Tabs.Panel>
        </Tabs>
      )}
    </div>
  )
}

type FiguresProps = {
  readonly account: Account
  readonly search: AnalyticsSearch
  readonly onSearch: (search: AnalyticsSearch) => void
}

function NetworkFigures({ account, search, onSearch }: FiguresProps) {
  const today = pacificDay(useNow(60_000))
  const me = useMe()
  const shown = withRemembered(me.id, search, today)
  const state = analyticsState(shown, today)
  const go = (change: AnalyticsSearch) => {
    const next = { ...shown, ...change }
    rememberSearch(me.id, next, today)
    onSearch(next)
  }
  const { data: ranked } = useRankedPosts(account, state.rank, state.range)
  return (
    <Stack gap="md">
      <Controls account={account} state={state} go={go} today={today} />
      <FollowersCard account={account} interval={state.interval} />
      <div className={classes.grid}>
        {chartPlans[account.social].map(plan => (
          <MetricCard
            key={plan.title}
            plan={plan}
            account={account}
            state={state}
            published={ranked?.published ?? []}
          />
        ))}
      </div>
      <OnlineCard account={account} date={state.range.end > today ? today : state.range.end} />
      <TopPosts
        account={account}
        range={state.range}
        rank={state.rank}
        onRank={rank => go({ rank: rank === 'engagement' ? rank : undefined })}
      />
      {/* Fixed wording (docs/product/analytics.md "Days"). */}
      <Text size="sm" c="dimmed">
        All metrics retrieved are based on Pacific Daylight Time (GMT-7)
      </Text>
    </Stack>
  )
}

const intervalLabels = {
  daily: 'Daily',
  weekly: 'Weekly',
  monthly: 'Monthly',
  quarterly: 'Quarterly',
} as const
const partLabels = { all: 'All', organic: 'Organic', paid: 'Paid' } as const

type ControlProps = {
  readonly account: Account
  readonly state: AnalyticsState
  readonly go: (change: AnalyticsSearch) => void
  readonly today: string
}

/** What is shown; all of it lives in the address. */
function Controls({ account, state, go, today }: ControlProps) {
  return (
    <Group gap="sm" className={classes.controls}>
      <RangePicker
        range={state.range}
        today={today}
        onRange={({ start, end }) => go({ from: start, to: end })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Interval"
        value={state.interval}
        data={insightIntervals.map(value => ({ value, label: intervalLabels[value] }))}
        onChange={interval => go({ interval: interval === 'daily' ? undefined : interval })}
      />
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={state.isCumulative ? 'cumulative' : 'each'}
        data={[
          { value: 'each', label: 'Non-cumulative' },
          { value: 'cumulative', label: 'Cumulative' },
        ]}
        onChange={view => go({ view: view === 'cumulative' ? view : undefined })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Compare"
        // The days before are too long ago.
        disabled={state.before === null}
        value={state.isCompared && state.before !== null ? 'before' : 'none'}
        data={[
          { value: 'none', label: 'No comparison' },
          { value: 'before', label: 'Previous period' },
        ]}
        onChange={compare => go({ compare: compare === 'before' ? compare : undefined })}
      />
      {hasParts(account.social) && (
        <SegmentedControl
          size="xs"
          aria-label="Part"
          value={state.part}
          data={figureParts.map(value => ({ value, label: partLabels[value] }))}
          onChange={part => go({ part: part === 'all' ? undefined : part })}
        />
      )}
    </Group>
  )
}
