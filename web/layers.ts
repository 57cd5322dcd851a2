import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The part of the bundler's knowledge of a module that is used here. */
type ModuleInfo = { readonly code: string | null; readonly importedIds: readonly string[] }
export type Graph = { getModuleInfo(id: string): ModuleInfo | null }

const sources = fileURLToPath(new URL('src', import.meta.url))

/** Files that re-export a whole library, of which a page uses little. */
const isBarrel = (id: string) =>
  /@(mantine|tabler)\/[a-z-]+\/(dist\/)?esm\/(index|tabler-icons-react)\.mjs$/.test(id)

/** Code that is smaller than the request for a file of its own would be. */
const isTiny = (id: string, graph: Graph) => (graph.getModuleInfo(id)?.code?.length ?? Infinity) < 1_500

/** The library of components, its icons and what they are built on: none of it needs code of the app. */
const isOfComponents = (id: string) => /\/node_modules\//.test(id) && !/\/node_modules\/@?lexical\//.test(id)

/** Icons and what components are made of. */
const isPiece = (id: string) => /\/node_modules\/@(mantine|tabler)\//.test(id)

/** What most pages come to need, a few hundred bytes each: for tabs, dialogs, toasts, rows and the menus. */
const isForMost = (id: string) =>
  /\/(use-preload\.ts|way-back\.ts|Icon(Help|Plus)\.mjs)$|\/components\/Group\/|\/(create-scoped-keydown-handler|find-element-ancestor|create-safe-context|get-auto-contrast-value|DirectionProvider|use-force-update)\.mjs$/.test(
    id,
  )

/** What people say about a post and who else has it open, without what only an approver's page adds to it. */
const isConversation = (id: string) =>
  /\/web\/src\/|\/domain\/src\/|\/icons\/Icon/.test(id) && !id.endsWith('/item-conversation.tsx')

/** The names of the languages, and the one that this browser has chosen: the app needs them for a setting or two. */
const isLanguages = (id: string) => /\/(languages\/languages|kept-language)\.ts$/.test(id)

/** What builds schemas: `lean-contracts.ts` sees to it that no page needs it. */
const isLeft = (id: string) => /node_modules\/zod\//.test(id)

/** The bell with its number, and what it asks the server. */
const isBell = (id: string) =>
  /\/navigation\/notifications\/(?!notification-(drawer|group)|repeated-notifications|entries)|\/IconBell\.mjs$|\/domain\/src\/notifications\/(contract|kinds|mail-days|model)\.ts$/.test(
    id,
  )

const importsFrom = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

type Name = { readonly inside: string; readonly outside: string; readonly from: string }

const namesIn = (code: string | null): Name[] =>
  [...(code ?? '').matchAll(importsFrom)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map(name => name.trim().split(/\s+as\s+/))
      .flatMap(([inside, outside = inside]) => (inside && outside ? [{ inside, outside, from }] : [])),
  )

/** Everything a page loads at once: the modules it imports, theirs, and so on; from a barrel only what is imported by name. */
export const reachOf = (graph: Graph, pages: readonly string[]): ReadonlySet<string> => {
  const tables = new Map<string, Map<string, string>>()
  const tableOf = (barrel: string) => {
    const known = tables.get(barrel)
    if (known) return known
    const names = namesIn(graph.getModuleInfo(barrel)?.code ?? null)
    const table = new Map(names.map(({ outside, from }) => [outside, join(dirname(barrel), from)]))
    tables.set(barrel, table)
    return table
  }
  const importsOf = (id: string): string[] => {
    const info = graph.getModuleInfo(id)
    if (!info || isLeft(id)) return []
    const barrels = info.importedIds.filter(isBarrel)
    const named = barrels.length === 0 ? [] : namesIn(info.code)
    return [
      ...info.importedIds.filter(imported => !isBarrel(imported)),
      ...named.flatMap(({ inside, from }) => {
        const barrel = barrels.find(each => each.includes(`/node_modules/${from}/`))
        return (barrel && tableOf(barrel).get(inside)) ?? []
      }),
    ]
  }
  const reached = new Set<string>()
  const waiting = pages.map(page => join(sources, page))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    waiting.push(...importsOf(id))
  }
  return reached
}

type Layers = ReturnType<typeof layersOf>

const layersOf = (graph: Graph) => {
  const reach = (...pages: string[]) => reachOf(graph, pages)
  return {
    main: reach('main.tsx'),
    login: reach('routes/entrance/login.tsx'),
    signup: reach('routes/entrance/signup.tsx'),
    translated: reach('features/accounts/page-language.ts', 'features/accounts/language-field.tsx'),
    app: reach('app.tsx'),
    calendar: reach('routes/calendar.tsx'),
    content: reach('routes/content.tsx'),
    post: reach('routes/creation/creation-layout.tsx', 'routes/manage-post.tsx'),
    approvals: reach('routes/approval/approval-list.tsx'),
    imports: reach('routes/import-posts.tsx'),
    approval: reach('routes/approval/approval-item.tsx'),
    conversation: reach(
      'features/approvals/item/item-conversation.tsx',
      'features/approvals/conversation/round-talk.tsx',
      'features/posts/who-is-here.tsx',
    ),
    general: reach('routes/settings/general-settings.tsx'),
    others: reach(
      'routes/settings/team-settings.tsx',
      'routes/settings/labels-settings.tsx',
      'routes/settings/general-settings.tsx',
      'features/schedules/schedule-modal.tsx',
    ),
  }
}

const entries = [
  'main.tsx',
  'app.tsx',
  'routes/entrance/login.tsx',
  'routes/calendar.tsx',
  'routes/creation/creation-layout.tsx',
].map(entry => join(sources, entry))

/** The pages behind the login, each as a layer. */
const pageLayers = ['calendar', 'post', 'approvals', 'approval', 'others'] as const

const layerOf = (id: string, layers: Layers, graph: Graph): string | null => {
  const isIn = (...names: (keyof Layers)[]) => names.every(name => layers[name].has(id))
  if (entries.includes(id) || isLeft(id)) return null
  if (isIn('main') || isIn('login', 'app') || isIn('login', 'calendar')) return 'base'
  // In the app's own files they would bring a public page that speaks another language the whole app.
  if (isLanguages(id)) return 'languages'
  if (isIn('translated', 'app')) return 'base'
  // The login page is small: its own part goes with what the public pages share.
  // What forms behind the login need too does not bring them the login.
  if (isIn('login')) return isIn('post') || isIn('others') ? 'forms' : 'public'
  // In a file of its own it would be all head.
  if (id.endsWith('/signup/use-invitation.ts')) return 'public'
  // A rule that sign-up and the app share does not make sign-up load the app.
  if (isIn('signup')) return null
  // The calendar is about to need what the three others share: its dialogs are loaded in advance.
  if (isIn('app') || isIn('post', 'approvals', 'approval')) return 'app'
  const isShared = pageLayers.filter(page => isIn(page)).length > 2
  if (isForMost(id)) return 'app'
  if (isShared && isIn('approvals') && isTiny(id, graph)) return 'app'
  // A campaign's dot would bring the editor the whole calendar, which has it on its cards.
  if (/\/campaign-mark\./.test(id)) return null
  // Pieces that are smaller than the request for them.
  if (isIn('approval') && isPiece(id) && isTiny(id, graph) && !isBell(id)) return 'small'
  // No page loads what only others need: an approval item shares a part with the calendar and another with the editor.
  const isElsewhere = isIn('approvals') || isIn('others')
  if (isIn('approval')) {
    if (/\/Alert\//.test(id)) return 'small'
    if (isIn('approvals') && !isIn('calendar') && !isIn('post') && !isIn('others')) return 'deciding'
    if (isElsewhere) return null
    if (isIn('calendar')) return 'shared'
    if (!isIn('post') || isIn('content')) return null
    return isOfComponents(id) && isTiny(id, graph) ? 'app' : 'previews'
  }
  if (isIn('calendar', 'post') && !isElsewhere) return 'posts'
  // What the content list shares with the calendar, which would bring it the grid.
  if (isIn('calendar', 'content')) return isElsewhere ? null : 'lists'
  if (isIn('calendar')) return isElsewhere ? null : 'calendar'
  // An item shows its conversation a moment later, the editor at once.
  if (isConversation(id) && isIn('conversation') && !isElsewhere) return 'conversation'
  // Every page shows the bell and its numbers a moment later, and the notifications themselves when they are opened.
  if (isBell(id)) return 'bell'
  if (!isIn('post') || isIn('approvals') || !isOfComponents(id)) return null
  // Lists to choose from and hints, with what opens above a page.
  if (isIn('general') || /\/Tooltip\//.test(id)) return 'choices'
  if (!isIn('imports') && isTiny(id, graph)) return 'pieces'
  return isIn('others') ? 'dialogs' : null
}

const names = (() => {
  const known = new WeakMap<Graph, Layers>()
  return (id: string, graph: Graph): string | null => {
    const layers = known.get(graph) ?? layersOf(graph)
    known.set(graph, layers)
    return layerOf(id, layers, graph)
  }
})()

/**
 * Puts what pages share into a few files instead of fifty, which would compress worse and need one request each: what each page
 * needs, what the public pages share, what every page behind the login needs, what calendar and editor share. Only modules that
 * are needed at once go together; the bundler divides the rest.
 */
export const layers = { name: names, debugName: 'layers', includeDependenciesRecursively: false }

/**
 * Everything that a page loads at once in one file. The bundler would make a file for each set of its later parts that needs some of it too:
 * ten more requests, and four kilobytes more, as small files compress worse. `parts`: what the page consists of, in `web/src`.
 */
export const inOneFile = (...parts: string[]) => {
  const known = new WeakMap<Graph, ReadonlySet<string>>()
  const name = (id: string, graph: Graph): string | null => {
    const reached = known.get(graph) ?? reachOf(graph, parts)
    known.set(graph, reached)
    return reached.has(id) ? 'page' : null
  }
  return { name, debugName: 'in-one-file', includeDependenciesRecursively: false }
}
