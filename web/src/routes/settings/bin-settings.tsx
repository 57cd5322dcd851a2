import { getRouteApi } from '@tanstack/react-router'
import { BinScreen } from '#web/features/bin/bin-screen.tsx'

const route = getRouteApi('/$projectId/pages/settings/bin')

/** `/{projectId}/settings/bin`. */
export function BinSettingsPage() {
  const { kind = 'post' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <BinScreen
      kind={kind}
      onKind={chosen =>
        void navigate({ search: { kind: chosen === 'post' ? undefined : chosen }, replace: true })
      }
    />
  )
}
