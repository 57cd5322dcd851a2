import { getRouteApi } from '@tanstack/react-router'
import { ImportScreen } from '#web/features/imports/import-screen.tsx'

const route = getRouteApi('/$projectId/pages/content/import')

/** `/{projectId}/content/import`. */
export function ImportPostsPage() {
  const { projectId } = route.useParams()
  const { id } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <ImportScreen
      projectId={projectId}
      importId={id}
      onImport={importId => void navigate({ search: { id: importId } })}
    />
  )
}
