/** A page of the web app: the path of its address, as a regular expression, and the modules that it needs before it is shown. */
export type Page = {
  readonly path: string | null
  readonly modules: readonly string[]
  /** The build that it is in, if it has one of its own; its document names what it loads. */
  readonly manifest?: string
}

const inApp = ['index.html', 'src/app.tsx']
/** Pages of the team, with the rail and the page menu. */
const withMenus = [...inApp, 'src/features/navigation/general-layout.tsx']
const inEditor = [...inApp, 'src/routes/creation/creation-layout.tsx']
const inSettings = [...withMenus, 'src/routes/settings/settings-layout.tsx']

/**
 * The pages that people open from a bookmark or a mail. Their budgets are in `tools/bundles.ts`. The login page has no
 * path of its own: only the browser knows whether `/` shows it.
 */
export const pages = {
  login: { path: null, modules: ['index.html', 'src/routes/entrance/login.tsx'] },
  signup: { path: '^/signup$', modules: ['index.html', 'src/routes/entrance/signup.tsx'] },
  approve: { path: null, modules: ['approve.html'], manifest: '.vite/approve.json' },
  proof: { path: null, modules: ['proof.html'], manifest: '.vite/proof.json' },
  report: { path: null, modules: ['report.html'], manifest: '.vite/report.json' },
  calendar: { path: '^/\\d+/calendar$', modules: [...withMenus, 'src/routes/calendar.tsx'] },
  'approval calendar': {
    path: '^/\\d+/calendar-approval$',
    modules: [...inApp, 'src/routes/approval/calendar-approval.tsx'],
  },
  content: { path: '^/\\d+/content$', modules: [...withMenus, 'src/routes/content.tsx'] },
  analytics: {
    path: '^/\\d+/analytics/',
    modules: [...withMenus, 'src/routes/analytics.tsx', 'src/features/analytics/charts.tsx'],
  },
  import: { path: '^/\\d+/content/import$', modules: [...withMenus, 'src/routes/import-posts.tsx'] },
  'manage-post': { path: '^/\\d+/manage-post/', modules: [...inEditor, 'src/routes/manage-post.tsx'] },
  'approval list': { path: '^/\\d+/approval$', modules: [...inApp, 'src/routes/approval/approval-list.tsx'] },
  'approval item': {
    path: '^/\\d+/approval/',
    modules: [...inApp, 'src/routes/approval/approval-item.tsx'],
  },
  settings: {
    path: '^/\\d+/settings/general$',
    modules: [...inSettings, 'src/routes/settings/general-settings.tsx'],
  },
  board: { path: '^/board$', modules: [...inApp, 'src/routes/board.tsx'] },
  billing: { path: '^/billing$', modules: [...inApp, 'src/routes/settings/billing.tsx'] },
} satisfies Record<string, Page>

type Chunk = {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
}

/** What Vite writes about a build (`.vite/manifest.json`). */
export type Manifest = Readonly<Record<string, Chunk>>

/** Files of the build, relative to its folder. */
type PageFiles = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

/** What the modules load with everything they import at once. @throws if a module is not a chunk of the build */
export const filesOf = (manifest: Manifest, modules: readonly string[]): PageFiles => {
  const seen = new Set<string>()
  const take = (module: string): Chunk[] => {
    if (seen.has(module)) return []
    seen.add(module)
    const chunk = manifest[module]
    if (!chunk) throw new Error(`${module} is no longer a chunk of its own: update the list in web/pages.ts`)
    return [...(chunk.imports ?? []).flatMap(take), chunk]
  }
  const chunks = modules.flatMap(take)
  return {
    scripts: [...new Set(chunks.map(({ file }) => file))].filter(file => file.endsWith('.js')),
    styles: [...new Set(chunks.flatMap(({ css = [] }) => css))],
  }
}
