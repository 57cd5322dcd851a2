import { getRouteApi } from '@tanstack/react-router'
import { DesignReturnScreen, DesignToolCallbackScreen } from '#web/features/designs/return-screens.tsx'

const callback = getRouteApi('/canva/callback')
const back = getRouteApi('/canva/return')

export function DesignToolCallbackPage() {
  return <DesignToolCallbackScreen {...callback.useSearch()} />
}

export function DesignReturnPage() {
  return <DesignReturnScreen {...back.useSearch()} />
}
