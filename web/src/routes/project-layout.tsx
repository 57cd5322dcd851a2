import { getRouteApi, Outlet, useMatch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect } from 'react'
import { ApproverLayout } from '#web/features/navigation/approver-layout.tsx'
import { meQuery, ownProjectOf, useMe } from '#web/platform/me.ts'
import { isApprover } from '#web/platform/redirects.ts'
import { pushKey } from '#web/platform/session.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { GoneProject } from './gone-project.tsx'
import type { RouterContext } from './guard.ts'
import { PageLoading } from './page-states.tsx'
import { PageTitle } from './page-title.tsx'

const loadMenus = () => import('#web/features/navigation/general-layout.tsx')
const GeneralLayout = lazy(() => loadMenus().then(module => ({ default: module.GeneralLayout })))

const route = getRouteApi('/$projectId/pages')

/** Loads rail and page menu beside the page, for those who have them: an approver's phone is spared them. */
export const loadLayout = async ({
  context: { queryClient },
  params: { projectId },
}: {
  readonly context: RouterContext
  readonly params: { readonly projectId: number }
}): Promise<void> => {
  const me = queryClient.getQueryData(meQuery.queryKey)
  const project = me && ownProjectOf(me, projectId)
  if (project && !isApprover(project)) await loadMenus()
}

/** For people who have turned push on in this browser; the others load nothing for it. */
const renewPush = (personId: number): void => {
  if (localStorage.getItem(pushKey) !== null)
    void import('#web/features/notifications/push-api.ts').then(({ renewSubscription }) =>
      renewSubscription(personId),
    )
}

/** Approvers get a layout without the page menu (docs/product/projects.md "Layouts"); who connects an account in the wizard stays in the wizard's. */
export function ProjectLayout() {
  const { projectId } = route.useParams()
  const me = useMe()
  const project = ownProjectOf(me, projectId)
  useEffect(() => renewPush(me.id), [me.id])
  const isInWizard = useMatch({
    from: '/$projectId/pages/$social/connect',
    shouldThrow: false,
    select: ({ search }) => search.from === 'wizard',
  })
  if (project === null) return <GoneProject projectId={projectId} />
  if (isInWizard)
    return (
      <ShownProject value={project}>
        <Outlet />
      </ShownProject>
    )
  const Layout = isApprover(project) ? ApproverLayout : GeneralLayout
  return (
    <ShownProject value={project}>
      <Suspense fallback={<PageLoading />}>
        <Layout project={project}>
          <PageTitle project={project.name} />
          <Outlet />
        </Layout>
      </Suspense>
    </ShownProject>
  )
}
