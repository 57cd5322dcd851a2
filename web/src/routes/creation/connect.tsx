import { getRouteApi } from '@tanstack/react-router'
import { ConnectScreen } from '#web/features/social-accounts/connect/connect-screen.tsx'

const route = getRouteApi('/$projectId/pages/$social/connect')

export function ConnectPage() {
  const { social } = route.useParams()
  const { reconnect, from = 'settings' } = route.useSearch()
  const isReconnect = reconnect === 'true'
  return <ConnectScreen network={social} isReconnect={isReconnect} from={from} />
}
