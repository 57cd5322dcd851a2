import type { BinKind } from '#domain/bin/bin.ts'
import { isCardState } from '#domain/calendar/card-state.ts'
import { isOtherSpan } from '#domain/content/views.ts'
import { isPostType, isSocialNetwork, type PostType, type SocialNetwork } from '#domain/networks/model.ts'
import type { AuditSearch } from '#web/features/agencies/audit-search.ts'
import type { AnalyticsSearch } from '#web/features/analytics/analytics-search.ts'
import type { ListFilter } from '#web/features/approvals/list/list-filter.ts'
import type { BoardSearch } from '#web/features/board/board-search.ts'
import type { CalendarSearch } from '#web/features/calendar/grid-state/view-state.ts'
import type { ContentSearch } from '#web/features/content/content-search.ts'
import { readConnectOrigin } from '#web/features/social-accounts/connect/connect-origin.ts'

/** The query of an address, as text. Unknown names are dropped, so that addresses stay clean. */
type Raw = Readonly<Record<string, unknown>>

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

const wholeNumber = (value: unknown): number | undefined => {
  const number = Number(value)
  return value !== '' && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

const picked = <T extends Raw>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T

/** `/board?risk=red&clients=3,4&network=facebook&person=7&label=Launch`. */
export const boardSearch = (raw: Raw): BoardSearch =>
  picked({
    clients: /^\d{1,15}(,\d{1,15})*$/.test(String(raw.clients)) ? text(raw.clients) : undefined,
    person: wholeNumber(raw.person),
    network: networksOf(text(raw.network))[0],
    risk: raw.risk === 'red' || raw.risk === 'amber' || raw.risk === 'green' ? raw.risk : undefined,
    label: text(raw.label)?.slice(0, 255),
    wall: raw.wall === true || raw.wall === 1 || raw.wall === '1' || raw.wall === 'true' ? true : undefined,
  })

/** `/{projectId}/calendar?date=2026-11-21&view=week&status=draft,live…`; filter groups are comma-separated lists. */
export const calendarSearch = (raw: Raw): CalendarSearch =>
  picked({
    date: text(raw.date),
    view: text(raw.view),
    status: text(raw.status),
    social_network: text(raw.social_network),
    social_post_type: text(raw.social_post_type),
    label: text(raw.label),
    campaign: text(raw.campaign),
    previews: raw.previews === 'on' ? raw.previews : undefined,
    labels: raw.labels === 'off' ? raw.labels : undefined,
    open: text(raw.open),
    only: isCardState(raw.only) ? raw.only : undefined,
  })

/** `/{projectId}/content?span=all&status=draft&columns=status,type`; without `start` and `end` it is the current week. */
export const contentSearch = (raw: Raw): ContentSearch =>
  picked({
    span: isOtherSpan(raw.span) ? raw.span : undefined,
    start: text(raw.start),
    end: text(raw.end),
    status: text(raw.status),
    social_network: text(raw.social_network),
    social_post_type: text(raw.social_post_type),
    label: text(raw.label),
    campaign: text(raw.campaign),
    columns: text(raw.columns),
    sort: text(raw.sort),
    direction: text(raw.direction),
    q: text(raw.q),
  })

/** `postId` opens a post; `socials`, `type` and `date` (`yyyy-MM-ddTHH:mm`) start a new one (docs/product/posts.md "Editor page"). */
export type ManagePostSearch = {
  postId?: number | undefined
  socials?: string | undefined
  type?: PostType | undefined
  date?: string | undefined
  /** A design that came back from the design tool; `new`: ask what to design. */
  design?: string | undefined
}
export const managePostSearch = (raw: Raw): ManagePostSearch => {
  const type = text(raw.type)
  return picked({
    postId: wholeNumber(raw.postId),
    socials: text(raw.socials),
    type: type !== undefined && isPostType(type) ? type : undefined,
    date: text(raw.date),
    design: /^(new|[1-9]\d{0,14})$/.test(String(raw.design)) ? String(raw.design) : undefined,
  })
}

/** The networks in `socials`, without unknown names. */
export const networksOf = (socials: string | undefined): SocialNetwork[] =>
  (socials ?? '').split(',').filter(isSocialNetwork)

/** The approval list's tab and filter, which an item keeps for the way back, and the item's post. `from` is the page that Back leads to. */
export type ApprovalSearch = ListFilter & {
  tab?: 'pending' | 'approved' | undefined
  postId?: number | undefined
  from?: 'calendar' | undefined
}
export const approvalSearch = (raw: Raw): ApprovalSearch =>
  picked({
    tab: raw.tab === 'pending' || raw.tab === 'approved' ? raw.tab : undefined,
    postId: wholeNumber(raw.postId),
    from: raw.from === 'calendar' ? raw.from : undefined,
    q: text(raw.q),
    social_network: text(raw.social_network),
    round: raw.round === 'internal' || raw.round === 'external' ? raw.round : undefined,
    waiting_for: wholeNumber(raw.waiting_for),
    campaign: wholeNumber(raw.campaign)?.toString(),
    late: raw.late === 'true' ? raw.late : undefined,
    // What is approved has no deadline any more.
    order: raw.order === 'deadline' && raw.tab !== 'approved' ? raw.order : undefined,
  })

/** `/{projectId}/media?q=summer&type=video&cleaning=soon`. */
type MediaSearch = {
  q?: string | undefined
  type?: 'image' | 'gif' | 'video' | undefined
  cleaning?: 'soon' | undefined
}
export const mediaSearch = (raw: Raw): MediaSearch =>
  picked({
    q: text(raw.q)?.slice(0, 255),
    type: raw.type === 'image' || raw.type === 'gif' || raw.type === 'video' ? raw.type : undefined,
    cleaning: raw.cleaning === 'soon' ? raw.cleaning : undefined,
  })

/** `/{projectId}/content/import?id=12`: an import that was begun. */
export const importSearch = (raw: Raw): { id?: number | undefined } => picked({ id: wholeNumber(raw.id) })

/** `/{projectId}/reporting?id=12`: one report. */
export const reportingSearch = (raw: Raw): { id?: number | undefined } => picked({ id: wholeNumber(raw.id) })

/** `/create-project/{step}?project=…`: the project created in step 1. */
export const wizardSearch = (raw: Raw): { project?: number | undefined } =>
  picked({ project: wholeNumber(raw.project) })

/** `/invitations?token=…`, for a signed-in person who followed an invitation's link. */
export const invitationsSearch = (raw: Raw): { token?: string | undefined } =>
  picked({ token: text(raw.token) })

/** `/{projectId}/settings/audit-log?action=member.removed&person=7&project=3&from=2026-11-01&to=2026-11-30`. */
export const auditSearch = (raw: Raw): AuditSearch =>
  picked({
    action: text(raw.action),
    person: wholeNumber(raw.person),
    project: wholeNumber(raw.project),
    from: text(raw.from),
    to: text(raw.to),
  })

/** `/{projectId}/analytics/facebook?from=2026-01-01&to=2026-06-30&interval=weekly&view=cumulative`; the page reads it. */
export const analyticsSearch = (raw: Raw): AnalyticsSearch => raw

/** What a network sends people back with; its other parameters are not needed. */
export const linkedinReturn = (raw: Raw) =>
  picked({ code: text(raw.code), state: text(raw.state), error: text(raw.error) })
export const twitterReturn = (raw: Raw) =>
  picked({
    oauth_token: text(raw.oauth_token),
    oauth_verifier: text(raw.oauth_verifier),
    denied: text(raw.denied),
  })
/** What the design tool sends back: from its consent page, and from a design. */
export const designToolCallback = (raw: Raw) => picked({ code: text(raw.code), state: text(raw.state) })
export const designReturn = (raw: Raw) => picked({ correlation_jwt: text(raw.correlation_jwt) })

/** `/{projectId}/{network}/connect?reconnect=true&from=wizard`; `from` is the page that the way leads back to. */
type ConnectSearch = { reconnect?: 'true' | undefined; from?: ReturnType<typeof readConnectOrigin> }
export const connectSearch = (raw: Raw): ConnectSearch =>
  picked({
    reconnect: raw.reconnect === 'true' ? raw.reconnect : undefined,
    from: readConnectOrigin(raw.from),
  })

/** Addresses contain plain text: `?postId=12&socials=facebook,instagram`. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

export const stringifySearch = (search: Raw): string => {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (value !== undefined && value !== null) params.set(name, String(value))
  }
  // Commas and colons are allowed in a query as they are, and easier to read.
  const query = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':')
  return query === '' ? '' : `?${query}`
}

/** `/{projectId}/settings/bin?kind=media`. */
export const binSearch = (raw: Raw): { kind?: BinKind | undefined } =>
  picked({ kind: otherBinKinds.find(kind => kind === raw.kind) })

/** All but posts, which the page begins with. By hand: the model would load the schema library. */
const otherBinKinds = ['day_label', 'campaign', 'hashtag_pool', 'media'] as const satisfies readonly BinKind[]
