import { getRouteApi } from '@tanstack/react-router'
import { AnalyticsScreen } from '#web/features/analytics/analytics-screen.tsx'

const route = getRouteApi('/$projectId/pages/analytics/$social')

/** `/{projectId}/analytics/{social}`. */
export function AnalyticsPage() {
  const { projectId, social } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <AnalyticsScreen
      social={social}
      search={search}
      onSocial={(chosen, { replace }) =>
        void navigate({
          to: '/$projectId/analytics/$social',
          search,
          replace,
          params: { projectId, social: chosen },
        })
      }
      onSearch={next => void navigate({ search: next, replace: true })}
    />
  )
}
