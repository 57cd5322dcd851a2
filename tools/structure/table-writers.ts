import { isTest, type Problem, type Rule, withoutComments } from './source.ts'

const schemaPath = 'server/src/platform/db/schema.ts'

/** Writes to a table in SQL or with the query builder. `move()` is left out: it only writes what the table's lifecycle allows. */
const written =
  /\b(?:insert\s+into|delete\s+from|update|merge\s+into)\s+(\w+)|\b(?:insertInto|deleteFrom|updateTable|mergeInto)\(\s*'(\w+)/gi

const wholePosts = 'copies posts as they are, in one statement for each table'
const readToNotify = 'marks what has been turned into notifications'

/** The features that write to a table of another one, and why the owner cannot do it for them. */
const guests: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  agency_events: { notifications: readToNotify },
  attachments: { duplication: wholePosts },
  events: {
    notifications: readToNotify,
    posts: 'a draft that was never kept leaves nothing behind',
  },
  medias: {
    designs: 'the file of a design comes later than its row, or not at all',
    duplication: 'the file of a copy comes later than its row',
    imports: 'the archive knows a file better than its upload did',
  },
  post_socials: {
    approvals: 'keeps there which approvals are skipped, and for which content',
    duplication: wholePosts,
    publishing: 'keeps there where the network shows the post',
    'social-accounts': 'keeps there which account was approved, while another one takes its place',
    writing: 'is the half of posts that comes after approvals',
  },
  posts: {
    approvals: 'keeps there who is to approve',
    campaigns: 'keeps there which campaign a post belongs to',
    duplication: wholePosts,
    schedules: 'a post was changed when its schedule was',
    writing: 'is the half of posts that comes after approvals',
  },
  project_members: { projects: 'a client chooses a language where they decide, before teams are known of' },
  project_settings: { 'social-accounts': 'the main network of a project goes with its account' },
  projects: { 'archived-projects': 'marks what is archived, once all that goes out of it is stopped' },
  schedules: {
    posts: 'a schedule goes to the bin and comes back with its post',
    projects: 'nothing of a deleted project goes out',
    publishing: 'notes when it has taken over',
  },
  users: { platform: 'blocking somebody ends their sessions' },
}

/** Delete for good whatever belongs to a post (decision 100), or what another agency must not get of a project (decision 143). */
const empties = new Set(['bin', 'hand-overs'])

const ownerOf = (path: string): string | undefined =>
  /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? /^server\/src\/(platform)\//.exec(path)?.[1]

/** Each table is written by one feature, so that what holds for its rows is in one place; others call that feature. */
export const oneWriterForTable: Rule = sources => {
  const schema = sources.find(({ path }) => path === schemaPath)?.text ?? ''
  const writers = new Map(
    [...schema.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table = '']) => [table, new Map<string, string>()]),
  )
  for (const { path, text } of sources) {
    const owner = ownerOf(path)
    if (owner === undefined || empties.has(owner) || isTest(path)) continue
    for (const [, inSql, inCall] of withoutComments(text).matchAll(written))
      writers.get(inSql ?? inCall ?? '')?.set(owner, path)
  }
  return [...writers].flatMap(([table, paths]) => judge(table, paths))
}

const judge = (table: string, paths: ReadonlyMap<string, string>): Problem[] => {
  const known = guests[table] ?? {}
  const owners = [...paths].filter(([feature]) => known[feature] === undefined)
  const names = owners.map(([feature]) => feature).join(' and ')
  const gone = Object.keys(known).filter(feature => !paths.has(feature))
  return [
    ...owners.slice(1).map(([, path]) => ({
      path,
      message: `writes to ${table}, which is written by ${names}. Let the feature that owns the table export a function for it, or give the reason in tools/structure/table-writers.ts.`,
    })),
    ...gone.map(feature => ({
      path: 'tools/structure/table-writers.ts',
      message: `lets ${feature} write to ${table}, which it no longer does. Remove the line.`,
    })),
  ]
}
