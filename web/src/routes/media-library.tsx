import { getRouteApi } from '@tanstack/react-router'
import { LibraryScreen } from '#web/features/media/library/library-screen.tsx'

const route = getRouteApi('/$projectId/pages/media')

/** `/{projectId}/media`. */
export function MediaLibraryPage() {
  const { q, type, cleaning } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <LibraryScreen
      filter={{ q, type, isAnnounced: cleaning === 'soon' || undefined }}
      onFilter={({ isAnnounced, ...filter }) =>
        void navigate({
          search: { ...filter, cleaning: isAnnounced ? 'soon' : undefined },
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}
