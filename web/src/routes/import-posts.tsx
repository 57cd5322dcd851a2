import { getRouteApi } from '@tanstack/react-router'
import { ImportScreen } from '#web/features/imports/import-screen.tsx'

const route = getRouteApi('/$projectId/pages/content/import')

/** `/{projectId}/content/import`. */
export function ImportPostsPage() {
  const { id } = route.useSearch()
  const navigate = route.useNavigate()
  return <ImportScreen importId={id} onImport={importId => void navigate({ search: { id: importId } })} />
}
