import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { isOthersTurn } from '#domain/approvals/awaited-approvers.ts'
import { type ApprovalListName, listTimeOf, placeOf } from '#domain/approvals/list-place.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Approval, Post, PostSocial } from '#domain/posts/model.ts'
import { approvalTypes, type PostSocialStatus } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import type { Pause } from '#domain/projects/pause.ts'
import { openVersions, type Viewer } from '#web/features/approvals/decision/decision-rules.ts'
import { ApprovalItemScreen } from '#web/features/approvals/item/approval-item-screen.tsx'
import { ApprovalListScreen } from '#web/features/approvals/list/approval-list-screen.tsx'
import type { ListFilter } from '#web/features/approvals/list/list-filter.ts'
import { pageSize } from '#web/features/approvals/list-pages.ts'
import { announceChangedPosts } from '#web/platform/changed-posts.ts'
import { createQueryClient, queryKeys } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { Toasts, toast } from '#web/ui/toast.tsx'
import { buildPost, buildPostSocial } from './build-post.ts'
import { buildMe, buildOwnProject, buildProject } from './build-project.ts'
import { fakeFetch } from './fake-fetch.ts'

/** For tests: the signed-in person. */
export const personId = 50
const projectId = 3

/** For tests: an open or closed round. */
export const buildRound = (part: Partial<Approval>): Approval => ({
  id: 900,
  type: 'external',
  status: 'open',
  round: 1,
  post_social_id: 1,
  is_master_content: false,
  concrete_approver_id: (part.approvers ?? []).map(({ id }) => id),
  approvers: [],
  opened_at: '2026-11-20T09:00:00.000Z',
  closed_at: null,
  ...part,
})

const roundOf = (status: PostSocialStatus, id: number): Approval[] => {
  const external = buildRound({ id: 2000 + id, post_social_id: id })
  const internal = buildRound({ id: 1000 + id, post_social_id: id, type: 'internal' })
  if (status === 'pending_internal_approval') return [internal]
  if (status === 'pending_external_approval') return [{ ...internal, status: 'approved' }, external]
  const closed = status === 'approved' ? 'approved' : 'revision_requested'
  return [
    { ...internal, status: 'approved' },
    { ...external, status: closed },
  ]
}

/** For tests: a version with the rounds that its status implies. */
export const version = (
  id: number,
  social_network: SocialNetwork,
  status: PostSocialStatus,
  part: Partial<PostSocial> = {},
): PostSocial => {
  const approvals = roundOf(status, id)
  return buildPostSocial({
    id,
    social_network,
    status,
    approvals,
    message: `Text ${id}`,
    internal_approval_id: approvals.find(({ type }) => type === 'internal')?.id ?? null,
    external_approval_id: approvals.find(({ type }) => type === 'external')?.id ?? null,
    ...part,
  })
}

/** For tests: a scheduled post with these versions; pending ones can be approved, approved ones unapproved. */
export const postOf = (id: number, socials: PostSocial[], part: Partial<Post> = {}): Post =>
  buildPost(
    socials.map(social => ({ ...social, post_id: id })),
    {
      id,
      can_approve_post_socials: idsWith(socials, 'pending_external_approval'),
      can_unapprove_post_socials: idsWith(socials, 'approved'),
      latest_schedule: {
        id,
        schedule_id: id,
        post_id: id,
        date: '2026-11-23',
        time: '18:05',
        datetime: '2026-11-23T17:05:00.000Z',
        timezone: 'Europe/Berlin',
        is_autoposting: true,
      },
      ...part,
    },
  )

const idsWith = (socials: readonly PostSocial[], status: PostSocialStatus) =>
  socials.filter(social => social.status === status).map(({ id }) => id)

type Answer = {
  readonly status?: number
  readonly data?: unknown
  readonly code?: string
  readonly message?: string
}
export type Call = { readonly method: string; readonly path: string; readonly body: unknown }

/** For tests: the part of the server that the approval screens use. To act as somebody else, change `posts` and call `refresh`. */
export type FakeServer = {
  posts: Post[]
  approved: Post[]
  actions: unknown[]
  /** The people of the project. */
  people: ProjectUser[]
  pauses: Pause[]
  /** What `getChangesSinceDecision` answers. */
  since: unknown
  /** Answers a POST; null: with the unchanged post. */
  onPost: (request: Call) => Answer | null
}

/** Asks `onPost` about each decision of a call as if it were a call of its own. */
const decideEach = (world: FakeServer, { body, ...request }: Call): Answer => {
  const { rounds = [], approvals = [] } = body as Record<string, { readonly post_social_id: number }[]>
  const answers = [...rounds, ...approvals].map(one => ({
    one,
    answer: world.onPost({ ...request, body: one }),
  }))
  return {
    data: {
      results: answers.map(({ one: { post_social_id }, answer }) => ({
        post_social_id,
        refusal: answer?.code ? { code: answer.code, message: answer.message ?? '' } : null,
      })),
      posts: answers.flatMap(({ answer }) => answer?.data ?? []),
    },
  }
}

const answerOf = (world: FakeServer, role: Role, request: Call): Answer => {
  const { method, path } = request
  const all = [...world.posts, ...world.approved]
  if (/\/(approve-rounds|undo-approvals)$/.test(path)) return decideEach(world, request)
  if (method === 'POST') return world.onPost(request) ?? { data: all[0] }
  if (path === '/auth/me')
    return {
      data: buildMe({
        id: personId,
        name: 'Emil',
        projects: [buildOwnProject(role)],
        pauses: world.pauses,
      }),
    }
  const [route = '', query] = path.split('?')
  const search = new URLSearchParams(query)
  if (route.endsWith('/pending-approval')) return { data: listPage(world.posts, search) }
  if (route.endsWith('/approved')) return { data: listPage(world.approved, search) }
  if (route.endsWith('/approval-counts'))
    return { data: { pending: factsOf(world, 'pending', role), approved: factsOf(world, 'approved', role) } }
  if (route.endsWith('/approval-neighbours')) return { data: neighboursOf(world, role, search) }
  if (path.startsWith('/posts/approvals/')) {
    const post = all.find(({ id }) => id === Number(path.split('/').at(-1)))
    return {
      data: {
        approvals: (post?.post_socials ?? []).map(social => historyOf(social, world.actions)),
        approval_plan: plan,
      },
    }
  }
  if (path.endsWith('/changes-since-decision')) return { data: world.since }
  if (path.startsWith('/posts/')) {
    const post = all.find(({ id }) => id === Number(path.split('/').at(-1)))
    return post ? { data: post } : { status: 404, code: 'post_not_found', message: 'The post does not exist' }
  }
  if (path.endsWith('/notes/count')) return { data: { count: 0 } }
  return { data: buildProject(role, { projectUsers: world.people }) }
}

const pendingIn = { internal: 'pending_internal_approval', external: 'pending_external_approval' } as const

const matches = (post: Post, search: URLSearchParams): boolean => {
  const { post_socials: socials } = post
  const round = search.get('round')
  if (round && socials.every(({ status }) => status !== `pending_${round}_approval`)) return false
  const networks = search.get('social_network')?.split(',')
  if (networks && socials.every(({ social_network }) => !networks.includes(social_network))) return false
  const text = socials.map(({ message, social_network }) => `${message} ${social_network}`).join('\n')
  return (search.get('q') ?? '').split(/\s+/).every(word => text.toLowerCase().includes(word.toLowerCase()))
}

const orderIn = (search: URLSearchParams) => (search.get('order') === 'deadline' ? 'deadline' : undefined)

const listPage = (posts: readonly Post[], search: URLSearchParams): Post[] => {
  const only = search.get('posts')?.split(',').map(Number)
  const order = orderIn(search)
  const found = posts
    .filter(post => matches(post, search) && (only?.includes(post.id) ?? true))
    .toSorted((one, other) => (listTimeOf(one, order) ?? '').localeCompare(listTimeOf(other, order) ?? ''))
  const after = found.findIndex(post => placeOf(post, order) === search.get('after'))
  return found.slice(after + 1, after + 1 + Number(search.get('limit') ?? pageSize))
}

const viewerAs = (role: Role): Viewer => ({ actor: { role }, personId })

const factsOf = (world: FakeServer, list: ApprovalListName, role: Role) => {
  const posts = list === 'pending' ? world.posts : world.approved
  const socials = posts.flatMap(({ post_socials }) => post_socials)
  return {
    total: posts.length,
    late: 0,
    waiting_for: role === 'external-approver' ? [] : world.people.map(({ id, name }) => ({ id, name })),
    waiting: posts.filter(post => openVersions(post, list, viewerAs(role)).length > 0).length,
    social_networks: [...new Set(socials.map(({ social_network }) => social_network))],
    campaigns: [],
    rounds: approvalTypes.filter(round => socials.some(({ status }) => status === pendingIn[round])),
  }
}

const neighboursOf = (world: FakeServer, role: Role, search: URLSearchParams) => {
  const list = search.get('list') === 'approved' ? 'approved' : 'pending'
  const all = list === 'pending' ? world.posts : world.approved
  const posts = all.filter(post => matches(post, search))
  const index = posts.findIndex(post => placeOf(post, orderIn(search)) === search.get('at'))
  const others = [...posts.slice(index + 1), ...posts.slice(0, Math.max(index, 0))]
  return {
    total: posts.length,
    position: index < 0 ? null : index + 1,
    previous: others.at(-1) ?? null,
    next: others[0] ?? null,
    following:
      others.find(post =>
        openVersions(post, list, viewerAs(role)).some(({ approvals }) => {
          const round = openRound(approvals)
          return !round || !isOthersTurn(round, world.people, personId)
        }),
      ) ?? null,
  }
}

const plan = {
  postId: 10,
  isMasterContent: false,
  isSingleRoundInternalApprove: false,
  masterSocialNetwork: null,
  rounds: { internal: { isSkipped: false }, external: { isSkipped: false } },
}
const historyOf = (social: PostSocial, actions: unknown[]) => ({
  post_social_id: social.id,
  social_network: social.social_network,
  approvals: social.approvals,
  actions,
})

const routerAt = (address: string) => {
  const root = createRootRoute()
  const page = (path: string, text: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <p>{text}</p> })
  const item = (path: string, list: 'pending' | 'approved') => {
    const route = createRoute({
      getParentRoute: () => root,
      path,
      component: () => {
        const { social } = route.useParams() as { social: SocialNetwork }
        const { postId, from, ...filter } = route.useSearch() as ListFilter & {
          postId?: number
          from?: 'calendar'
        }
        return <ApprovalItemScreen network={social} postId={postId} from={from} list={list} filter={filter} />
      },
    })
    return route
  }
  const list = createRoute({
    getParentRoute: () => root,
    path: '$projectId/approval',
    component: () => {
      const { tab, ...filter } = list.useSearch() as ListFilter & { tab?: 'approved' }
      return <ApprovalListScreen tab={tab ?? 'pending'} filter={filter} />
    },
  })
  const routeTree = root.addChildren([
    list,
    item('$projectId/approval/$social', 'pending'),
    item('$projectId/unapprove/$social', 'approved'),
    page('$projectId/calendar', 'The calendar'),
    page('$projectId/calendar-approval', 'The approval calendar'),
  ])
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) })
}

/** For tests: opens an address of the approval pages as a person with this role. */
export const openApproval = async (address: string, role: Role, part: Partial<FakeServer> = {}) => {
  const world: FakeServer = {
    posts: [],
    pauses: [],
    approved: [],
    actions: [],
    people: [],
    since: {},
    onPost: () => null,
    ...part,
  }
  const requests: Call[] = []
  // Otherwise this test would find the toasts of the previous one.
  fakeFetch(async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const sent =
      body instanceof FormData ? Object.fromEntries(body.entries()) : body && JSON.parse(String(body))
    const one = { method, path: url.replace('/api', ''), body: sent }
    requests.push(one)
    const { status = 200, ...answer } = answerOf(world, role, one)
    return new Response(JSON.stringify(answer), { status })
  })
  const client = createQueryClient(error => toast.error(error instanceof Error ? error.message : 'failed'))
  const router = routerAt(address)
  await router.load()
  render(
    <ThemeProvider>
      <QueryClientProvider client={client}>
        <Suspense>
          <ShownProject value={buildOwnProject(role)}>
            <RouterProvider router={router} />
          </ShownProject>
        </Suspense>
        <Toasts />
      </QueryClientProvider>
    </ThemeProvider>,
  )
  return {
    world,
    user: userEvent.setup(),
    posted: () => requests.filter(({ method }) => method === 'POST'),
    address: () => router.state.location.href,
    /** Reloads as a live update does. */
    refresh: () =>
      Promise.all(
        [['posts', projectId], ['approvals', projectId], queryKeys.calendar(projectId)].map(queryKey =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
    /** What happens when a live update names these posts. */
    announce: (ids: readonly number[]) => announceChangedPosts(client, projectId, ids),
    /** The paths that were requested. */
    requests: () => requests.map(({ path }) => path),
  }
}
