import { createRootRouteWithContext, createRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'
import { isSocialNetwork, type SocialNetwork } from '#domain/networks/model.ts'
import { roles } from '#domain/permissions/table.ts'
import { type RouterContext, requireRole } from './guard.ts'
import { MissingInProject, missingTitle, PageMissing } from './page-states.tsx'
import { loadLayout, ProjectLayout } from './project-layout.tsx'

export const rootRoute = createRootRouteWithContext<RouterContext>()({ notFoundComponent: PageMissing })

export const projectRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$projectId',
  params: {
    parse: ({ projectId }) => {
      const number = Number(projectId)
      if (!Number.isSafeInteger(number) || number < 1) throw notFound()
      return { projectId: number }
    },
    stringify: ({ projectId }) => ({ projectId: String(projectId) }),
  },
})

const parseSocial = ({ social }: { social: string }): { social: SocialNetwork } => {
  if (!isSocialNetwork(social)) throw notFound()
  return { social }
}
export const socialParams = { parse: parseSocial, stringify: (params: { social: SocialNetwork }) => params }

/** General or approver layout, by the person's role. Not lazy: every page needs it, and in one piece it is smaller. */
export const pagesRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'pages',
  loader: loadLayout,
  component: ProjectLayout,
})

/** Full width, without menus: writing a post. */
export const creationRoute = createRoute({
  getParentRoute: () => projectRoute,
  id: 'creation',
  component: lazyRouteComponent(() => import('./creation/creation-layout.tsx'), 'CreationLayout'),
})

export const missing = {
  path: '$',
  staticData: { title: missingTitle },
  beforeLoad: requireRole(roles),
  component: MissingInProject,
} as const
