import { posix } from 'node:path'
import { importsOf } from './imports.ts'
import { isCode, isTest, type Problem, type Rule, type Source } from './source.ts'

/**
 * The parts of a big room, from the first to the last. A part imports only the ones before it, also by way of files that lie on the
 * landing: the files of the room that are in no part (decision 100).
 */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  'server/src/features/accounts/': ['providers', 'password', 'second-factor', 'sessions'],
  'server/src/features/approvals/': ['snapshots', 'proposals', 'deadlines', 'lists', 'revisions', 'sendings'],
  'server/src/features/billing/': ['reminders', 'subscription', 'cards', 'invoices'],
  'server/src/features/media/': ['file-formats', 'video-conversion'],
  'server/src/features/notifications/': ['quiet', 'push'],
  'server/src/features/posts/': ['deletion', 'link-previews'],
  'server/src/features/reports/': ['figures', 'pdf', 'links', 'schedule'],
  'server/src/platform/': [
    ...['metrics', 'db', 'jobs', 'session', 'events', 'storage', 'http'],
    ...['pictures', 'audit', 'cards', 'mail', 'pdf'],
  ],
  'server/src/platform/http/': ['answers', 'outgoing-requests', 'pages'],
  'web/src/features/accounts/': ['login', 'signup', 'profile'],
  'web/src/features/approvals/': ['snapshots', 'conversation', 'decision', 'list', 'item'],
  'web/src/features/calendar/': ['grid-state', 'cards', 'grid', 'unscheduled', 'selection'],
  'web/src/features/editor/': [
    ...['draft', 'media', 'actions', 'validation'],
    ...['cards', 'details', 'message', 'versions'],
  ],
  'web/src/features/navigation/': ['projects', 'commands', 'notifications'],
  'web/src/routes/': ['entrance', 'creation', 'approval', 'settings'],
  'web/src/ui/': ['theme', 'popup', 'dialog', 'badge', 'page', 'form', 'time', 'picture'],
}

const isCounted = ({ path }: Source) => isCode(path) && !isTest(path)

const bigRooms = /^((?:server|web)\/src\/(?:features\/[^/]+|platform(?:\/http)?|routes|ui)\/)(.+)$/

/** A room of more files than this tells nobody where to look. */
const UNDIVIDED_FILES_MAX = 15

/** Every big room with two parts or more has an order, so that a new part is placed when it is made. */
const withoutOrder = (sources: readonly Source[]): Problem[] => {
  const inside = new Map<string, { files: number; parts: Set<string> }>()
  for (const { path } of sources.filter(isCounted)) {
    const [, room, rest = ''] = bigRooms.exec(path) ?? []
    if (!room) continue
    const known = inside.get(room) ?? { files: 0, parts: new Set() }
    known.files += 1
    if (rest.includes('/')) known.parts.add(rest.split('/')[0] ?? '')
    inside.set(room, known)
  }
  return [...inside].flatMap(([room, { files, parts }]) => {
    const missing = [...parts].filter(part => !rooms[room]?.includes(part))
    if (missing.length === 0 || (!rooms[room] && (parts.size < 2 || files <= UNDIVIDED_FILES_MAX))) return []
    return [
      {
        path: room,
        message: `has no order for ${missing.join(', ')}. Put each part after the ones that it imports, in tools/structure/part-order.ts.`,
      },
    ]
  })
}

/** Which parts the files of each part reach: directly, or through files on the landing, which are named. */
const laterParts = (room: string, order: readonly string[], sources: readonly Source[]): Problem[] => {
  const partOf = (path: string) => {
    const rest = path.slice(room.length)
    return rest.includes('/') ? rest.split('/')[0] : undefined
  }
  const inRoom = sources.filter(source => source.path.startsWith(room) && isCounted(source))
  const targets = new Map(
    inRoom.map(source => [
      source.path,
      importsOf(source).flatMap(({ target }) => (target?.startsWith(room) ? [target] : [])),
    ]),
  )
  const problems: Problem[] = []
  for (const { path } of inRoom) {
    const part = partOf(path)
    if (part === undefined) continue
    const seen = new Set<string>()
    const follow = (target: string, trail: readonly string[]) => {
      if (seen.has(target)) return
      seen.add(target)
      const other = partOf(target)
      const way = [...trail, target]
      if (other === undefined) for (const next of targets.get(target) ?? []) follow(next, way)
      else if (other === part ? way.length > 1 : order.indexOf(other) > order.indexOf(part))
        problems.push({ path, message: laterPart(part, other, way) })
    }
    for (const target of targets.get(path) ?? []) follow(target, [])
  }
  return problems
}

const laterPart = (part: string, other: string, way: readonly string[]) => {
  const through = way.map(path => posix.basename(path)).join(' → ')
  return other === part
    ? `comes back to its own part "${part}" through the landing: ${through}. Move the file on the landing into "${part}", or this file to the landing.`
    : `reaches ${through}, but "${other}" comes after "${part}" (tools/structure/part-order.ts). Move what both need into "${part}", an earlier part or the landing, or this file into "${other}".`
}

/** The parts of a big room have an order, and each imports only earlier ones. Tests may import any. */
export const partOrder: Rule = sources => [
  ...withoutOrder(sources),
  ...Object.entries(rooms).flatMap(([room, order]) => laterParts(room, order, sources)),
]

/** Files that one sees at a glance; more are two ideas. */
const FOLDER_FILES_MAX = 25

/** No folder holds more files than a reader takes in: tests, styles and data do not count. */
export const smallFolders: Rule = sources => {
  const counts = new Map<string, number>()
  for (const { path } of sources.filter(isCounted))
    counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > FOLDER_FILES_MAX)
    .map(([folder, count]) => ({
      path: `${folder}/`,
      message: `holds ${count} files; ${FOLDER_FILES_MAX} at most (tests apart). Put those of one idea, four or more, into a folder named by a noun, and give the folder its place in tools/structure/part-order.ts.`,
    }))
}
