import { Group, SegmentedControl, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconPlugConnected } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { PublishedDay } from '#domain/analytics/contract.ts'
import { insightIntervals } from '#domain/analytics/intervals.ts'
import { pacificDay } from '#domain/analytics/pacific-days.ts'
import { DAYS_BACK_MAX } from '#domain/analytics/ranges.ts'
import { formatDayRange } from '#domain/kernel/time-format.ts'
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
import { type Account, useListFansOnline, useRankedPosts } from './api.ts'
import { chartPlans, figureParts, hasParts } from './chart-plans.ts'
import { FollowersCard } from './followers-card.tsx'
import { MetricCard } from './metric-card.tsx'
import { NetworksSummary } from './networks-summary.tsx'
import { ONLINE_TITLE, OnlineCard } from './online-card.tsx'
import { RangePicker } from './range-picker.tsx'
import { rememberSearch, withRemembered } from './remembered-search.ts'
import { TopPosts } from './top-posts.tsx'
import { useDroppedPlans } from './use-dropped-plans.ts'

/** Below what is seen first, and in projects without campaigns never there. */
const CampaignFigures = lazy(async () => ({
  default: (await import('./campaign-figures.tsx')).CampaignFigures,
}))

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
        <>
          {networks.length > 1 && <Summary networks={networks} search={search} />}
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
        </>
      )}
    </div>
  )
}

/** What is shown of the figures: what the address says, else what the person chose last. */
const useShown = (search: AnalyticsSearch) => {
  const today = pacificDay(useNow(60_000))
  const me = useMe()
  const shown = withRemembered(me.id, search, today)
  return { today, me, shown, state: analyticsState(shown, today) }
}

type SummaryProps = { readonly networks: readonly SocialNetwork[]; readonly search: AnalyticsSearch }

function Summary({ networks, search }: SummaryProps) {
  return <NetworksSummary networks={networks} range={useShown(search).state.range} />
}

type FiguresProps = {
  readonly account: Account
  readonly search: AnalyticsSearch
  readonly onSearch: (search: AnalyticsSearch) => void
}

function NetworkFigures({ account, search, onSearch }: FiguresProps) {
  const { today, me, shown, state } = useShown(search)
  const go = (change: AnalyticsSearch) => {
    const next = { ...shown, ...change }
    rememberSearch(me.id, next, today)
    onSearch(next)
  }
  const { data: ranked } = useRankedPosts(account, state.rank, state.range)
  return (
    <Stack gap="md">
      <Controls account={account} state={state} go={go} today={today} />
      {state.isCut && (
        <Text size="sm" role="status">
          Figures are shown for {formatDayRange(state.range.start, state.range.end)}: of the last{' '}
          {DAYS_BACK_MAX} days, and of none to come.
        </Text>
      )}
      <FollowersCard account={account} interval={state.interval} />
      <Charts account={account} state={state} published={ranked?.published ?? []} today={today}>
        <TopPosts
          account={account}
          range={state.range}
          rank={state.rank}
          onRank={rank => go({ rank: rank === 'engagement' ? rank : undefined })}
        />
        <Suspense fallback={null}>
          <CampaignFigures account={account} range={state.range} />
        </Suspense>
      </Charts>
      {/* Fixed wording (docs/product/analytics.md "Days"). */}
      <Text size="sm" c="dimmed">
        All metrics retrieved are based on Pacific Daylight Time (GMT-7)
      </Text>
    </Stack>
  )
}

type ChartsProps = {
  readonly account: Account
  readonly state: AnalyticsState
  readonly published: readonly PublishedDay[]
  readonly today: string
  /** What stands below them. */
  readonly children: ReactNode
}

/**
 * All charts that the network has figures for. Their place is kept until it is known which those are, so that nothing moves, and what
 * stands below comes with them; what the network no longer provides is one line below them.
 */
function Charts({ account, state, published, today, children }: ChartsProps) {
  const plans = chartPlans[account.social]
  const date = state.range.end > today ? today : state.range.end
  const dropped = useDroppedPlans(account, plans, state)
  const online = useListFansOnline(account, date)
  if (dropped === null || online.isPending) return <div className={classes.awaited} aria-busy />
  const isOnlineDropped = online.data?.state === 'dropped' && online.data.days.length === 0
  const gone = [...dropped.map(({ title }) => title), ...(isOnlineDropped ? [ONLINE_TITLE] : [])]
  return (
    <>
      <div className={classes.grid}>
        {plans
          .filter(plan => !dropped.includes(plan))
          .map(plan => (
            <MetricCard key={plan.title} plan={plan} account={account} state={state} published={published} />
          ))}
      </div>
      {!isOnlineDropped && <OnlineCard account={account} date={date} />}
      {gone.length > 0 && (
        <Text size="sm" c="dimmed">
          {networkNames[account.social]} no longer provides: {gone.join(', ')}.
        </Text>
      )}
      {children}
    </>
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
