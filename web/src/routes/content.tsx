import { getRouteApi } from '@tanstack/react-router'
import { ContentScreen } from '#web/features/content/content-screen.tsx'
import { contentSearch } from './search.ts'

const route = getRouteApi('/$projectId/pages/content')

/** `/{projectId}/content`. */
export function ContentPage() {
  const navigate = route.useNavigate()
  return (
    <ContentScreen
      search={route.useSearch()}
      onOpenView={view =>
        void navigate({ search: contentSearch(Object.fromEntries(new URLSearchParams(view))) })
      }
    />
  )
}
