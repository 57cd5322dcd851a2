import { z } from 'zod'
import type { AccessGrant, ConnectRefused } from '#server/networks/connector.ts'
import { isOk, parseBody, type Reply } from '../http.ts'
import { businessPermission } from '../settings.ts'
import { connectRefusal } from './connect-refusal.ts'
import type { Graph } from './graph.ts'

/** A page that the person may speak for, with its own token and the professional Instagram account linked to it. */
export type MetaPage = {
  readonly id: string
  readonly name: string
  readonly token: string
  /** What the person may do there, in the network's words (`CREATE_CONTENT`); null where it is not told (a business's page). */
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
  /** Absent where the person may see the page and not speak for it. */
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
/** A business's page has no such field, and a field that is not known fails the whole list. */
const ownPageFields = `${businessPageFields},tasks`
/** A cursor that leads in circles must not hold a person's login for ever. */
const MOST_PAGES = 50
const MOST_BUSINESSES = 100

type PageRequest = { readonly api: Graph; readonly grant: AccessGrant; readonly pageSize: number }
type Listed<T> = { readonly rows: readonly T[]; readonly refusal: Reply | null }

/** All rows of an edge, page by page, and the answer that ended them early, if one did. */
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
  for (let turn = 0; turn < MOST_PAGES; turn++) {
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

/** The person's own pages and, where that permission was given, those of the person's businesses; each once. */
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
    // What the person may do on an own page is told: no tasks are none.
    ...own.rows.flatMap(row => toPage(row, row.tasks ?? [])),
    ...shared.flatMap(row => toPage(row, null)),
  ]
  // The own one comes first: it says what the person may do there.
  const once = new Map(pages.toReversed().map(page => [page.id, page]))
  return { kind: 'pages', pages: pages.filter(page => once.get(page.id) === page) }
}

type PageRow = z.output<typeof pageRow>

/**
 * The pages that the person's businesses own or look after for others (networks.md 2.5). An addition: whatever fails here leaves out
 * what it would have shown, and a network that does not answer is not asked again and again while the person waits.
 */
const listBusinessPages = async (asking: PageRequest): Promise<readonly PageRow[]> => {
  const businesses = await listAll(asking, 'me/businesses', 'id', businessRow)
  const rows: PageRow[] = []
  for (const { id } of businesses.rows.slice(0, MOST_BUSINESSES)) {
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
    ...{ id: linked.id, username: linked.username, name: linked.name },
    logoUrl: linked.profile_picture_url ?? null,
  }
  const logoUrl = row.picture?.data.url ?? null
  return [{ id, name, token, tasks, logoUrl, instagram: instagram ?? null }]
}
