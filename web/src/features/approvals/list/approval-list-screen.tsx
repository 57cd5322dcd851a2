import { Skeleton, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { isApprover } from '#web/platform/redirects.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, Failed, Loading, NotPermitted } from '#web/ui/states.tsx'
import classes from './approval-list.module.css'
import { useApprovalPages, useCountApprovalLists, useListChanges } from './list-api.ts'
import { isFiltered, type ListFilter } from './list-filter.ts'
import { ListFilters } from './list-filters.tsx'
import { MorePosts } from './more-posts.tsx'
import { PostWeeks } from './post-weeks.tsx'

type Props = {
  readonly tab: ApprovalListName
  readonly filter: ListFilter
}

/** The posts waiting for this person, and the approved ones; tab, search and filter are in the address. */
export function ApprovalListScreen({ tab, filter }: Props) {
  const projectId = useProjectId()
  const navigate = useNavigate()
  const waiting = useCountApprovalLists(projectId).data?.pending.waiting
  const show = (list: ApprovalListName, next: ListFilter) =>
    void navigate({
      to: '/$projectId/approval',
      params: { projectId },
      search: { tab: list, ...next },
      replace: true,
      resetScroll: false,
    })
  const open = (value: string | null) => show(value === 'approved' ? 'approved' : 'pending', filter)
  const list = { filter, onFilter: (next: ListFilter) => show(tab, next) }
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <BackToCalendar />
        <Title order={1} size="h4">
          Approval
        </Title>
        <span className={classes.zone}>Times shown are in {timezoneLabel(useTimezone())} time.</span>
      </div>
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="pending">
            Pending
            {waiting !== undefined && waiting > 0 && <span className={classes.count}> {waiting}</span>}
          </Tabs.Tab>
          <Tabs.Tab value="approved">Approved</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="pending">
          <PostList {...list} list="pending" />
        </Tabs.Panel>
        <Tabs.Panel value="approved">
          <PostList {...list} list="approved" />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

type ListProps = {
  readonly list: ApprovalListName
  readonly filter: ListFilter
  readonly onFilter: (filter: ListFilter) => void
}

function PostList(props: ListProps) {
  const projectId = useProjectId()
  const { list, filter, onFilter } = props
  const { data, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useApprovalPages(projectId, list, filter)
  const counts = useCountApprovalLists(projectId)
  useListChanges(projectId, list, filter)
  if (error && !data) {
    if (error instanceof ApiError && error.status === 403) return <NotPermitted />
    return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  }
  if (!data) return <ListSkeleton />
  const posts = data.pages.flatMap(page => page.posts)
  const facts = counts.data?.[list]
  const isEmpty = facts ? facts.total === 0 : !isFiltered(filter)
  if (posts.length === 0 && isEmpty && !hasNextPage) return <NothingHere list={list} />
  return (
    <>
      <ListFilters
        facts={facts ?? noFacts}
        filter={filter}
        hasDeadlines={list === 'pending'}
        onChange={onFilter}
      />
      {posts.length === 0 && !hasNextPage && (
        <Text size="sm" c="dimmed" role="status" py="lg">
          No posts match the search and the filter.
        </Text>
      )}
      <PostWeeks list={list} posts={posts} filter={filter} isWhole={!hasNextPage} />
      {hasNextPage && (
        <MorePosts
          isLoading={isFetchingNextPage}
          hasFailed={isFetchNextPageError}
          onMore={() => void fetchNextPage()}
        />
      )}
    </>
  )
}

const noFacts = { social_networks: [], rounds: [], campaigns: [], waiting_for: [], late: 0 }

function NothingHere({ list }: { list: ApprovalListName }) {
  const projectId = useProjectId()
  const isPending = list === 'pending'
  return (
    <Empty
      // Fixed wording (docs/product/approvals.md "Texts").
      title={isPending ? 'There are no posts to approve.' : 'There are no approved posts.'}
      text={
        isPending
          ? 'Posts sent for your approval appear here.'
          : 'Approved posts stay here until they are published. Until then you can unapprove them.'
      }
      action={
        isPending ? (
          <ToCalendar />
        ) : (
          <LinkButton
            to="/$projectId/approval"
            params={{ projectId }}
            search={{ tab: 'pending' }}
            variant="default"
            mih={44}
          >
            See pending posts
          </LinkButton>
        )
      }
    />
  )
}

const useCalendar = () =>
  isApprover(useOwnProject(useProjectId())) ? '/$projectId/calendar-approval' : '/$projectId/calendar'

function ToCalendar() {
  const projectId = useProjectId()
  return (
    <LinkButton to={useCalendar()} params={{ projectId }} variant="default" mih={44}>
      Open the calendar
    </LinkButton>
  )
}

/** Back leads from the list to the calendar; approvers have their own (docs/product/approvals.md "Approval list"). */
function BackToCalendar() {
  const projectId = useProjectId()
  return (
    <LinkButton
      to={useCalendar()}
      params={{ projectId }}
      variant="subtle"
      color="gray"
      aria-label="Back to the calendar"
      className={classes.back}
    >
      <IconArrowLeft size={20} aria-hidden />
    </LinkButton>
  )
}

function ListSkeleton() {
  return (
    <Loading>
      <Stack gap="sm" pt="md">
        {[1, 2, 3].map(key => (
          <Skeleton key={key} height={128} />
        ))}
      </Stack>
    </Loading>
  )
}
