import { z } from 'zod'
import type { AccessGrant, ConnectRefused } from '#server/networks/connector.ts'
import { isOk, parseBody, type Reply } from '#server/platform/http/outgoing-requests/client.ts'
import { businessPermission } from '../settings.ts'
import { connectRefusal } from './connect-refusal.ts'
import type { Graph } from './graph.ts'

/** A page that the person may act for, with its own token and linked Instagram account. */
export type MetaPage = {
  readonly id: string
  readonly name: string
  readonly token: string
  /** The person's tasks by Meta's names (`CREATE_CONTENT`); null if unknown (a business's page). */
  readonly tasks: readonly string[] | null
  readonly logoUrl: string | null
  readonly instagram: {
    readonly id: string
    readonly username: string
    readonly name: string
    readonly logoUrl: string | null
  } | null
}

export type Pages = { readonly kind: 'pages'; readonly pages: readonly MetaPage[] }

const picture = z.object({ data: z.object({ url: z.string().optional() }) }).optional()
const pageRow = z.object({
  id: z.string(),
  name: z.string(),
  /** Missing if the person may see the page but not act for it. */
  access_token: z.string().optional(),
  tasks: z.array(z.string()).optional(),
  picture,
  instagram_business_account: z
    .object({
      id: z.string(),
      username: z.string().default(''),
      name: z.string().default(''),
      profile_picture_url: z.string().optional(),
    })
    .optional(),
})
const businessRow = z.object({ id: z.string() })

const businessPageFields =
  'id,name,access_token,picture.type(large),instagram_business_account{id,username,name,profile_picture_url}'
/** A business's page has no `tasks`, and an unknown field fails the whole list. */
const ownPageFields = `${businessPageFields},tasks`
/** Guards against cursors that lead in circles. */
const PAGES_MAX = 50
const BUSINESSES_MAX = 100

type PageRequest = { readonly api: Graph; readonly grant: AccessGrant; readonly pageSize: number }
type Listed<T> = { readonly rows: readonly T[]; readonly refusal: Reply | null }

/** Reads all rows of an edge; `refusal` is the reply that ended the list early, if any. */
const listAll = async <T>(
  { api, grant, pageSize }: PageRequest,
  path: string,
  fields: string,
  row: z.ZodType<T>,
): Promise<Listed<T>> => {
  const list = z.object({
    data: z.array(row),
    paging: z
      .object({ next: z.string().optional(), cursors: z.object({ after: z.string() }).optional() })
      .optional(),
  })
  const rows: T[] = []
  let after: string | undefined
  for (let turn = 0; turn < PAGES_MAX; turn++) {
    const query = { fields, limit: String(pageSize), ...(after ? { after } : {}) }
    const reply = await api.get({ token: grant.token }, path, query)
    const found = isOk(reply) ? parseBody(reply, list) : null
    if (!found) return { rows, refusal: reply }
    rows.push(...found.data)
    after = found.paging?.next ? found.paging.cursors?.after : undefined
    if (!after) break
  }
  return { rows, refusal: null }
}

/** The person's own pages and, with the permission for it, those of the person's businesses, without repetitions. */
export const listPages = async (
  api: Graph,
  grant: AccessGrant,
  pageSize: number,
): Promise<Pages | ConnectRefused> => {
  const asking: PageRequest = { api, grant, pageSize }
  const own = await listAll(asking, 'me/accounts', ownPageFields, pageRow)
  if (own.refusal) return connectRefusal(own.refusal)
  const shared = grant.scopes.includes(businessPermission) ? await listBusinessPages(asking) : []
  const pages = [
    // Own pages list their tasks, so missing tasks mean none.
    ...own.rows.flatMap(row => toPage(row, row.tasks ?? [])),
    ...shared.flatMap(row => toPage(row, null)),
  ]
  // Prefer the person's own entry, because it has the tasks.
  const once = new Map(pages.toReversed().map(page => [page.id, page]))
  return { kind: 'pages', pages: pages.filter(page => once.get(page.id) === page) }
}

type PageRow = z.output<typeof pageRow>

/**
 * The pages that the person's businesses own or manage for clients (docs/product/facebook.md "Pages"). They are an addition: what cannot
 * be read is left out, and if the network is down it is not called again while the person waits.
 */
const listBusinessPages = async (asking: PageRequest): Promise<readonly PageRow[]> => {
  const businesses = await listAll(asking, 'me/businesses', 'id', businessRow)
  const rows: PageRow[] = []
  for (const { id } of businesses.rows.slice(0, BUSINESSES_MAX)) {
    const lists = await Promise.all(
      ['owned_pages', 'client_pages'].map(edge =>
        listAll(asking, `${id}/${edge}`, businessPageFields, pageRow),
      ),
    )
    rows.push(...lists.flatMap(list => list.rows))
    if (lists.some(({ refusal }) => refusal !== null && connectRefusal(refusal).reason === 'down')) break
  }
  return rows
}

const toPage = ({ id, name, access_token: token, ...row }: PageRow, tasks: MetaPage['tasks']): MetaPage[] => {
  if (!token) return []
  const linked = row.instagram_business_account
  const instagram = linked && {
    id: linked.id,
    username: linked.username,
    name: linked.name,
    logoUrl: linked.profile_picture_url ?? null,
  }
  const logoUrl = row.picture?.data.url ?? null
  return [{ id, name, token, tasks, logoUrl, instagram: instagram ?? null }]
}
