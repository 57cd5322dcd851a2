import { getRouteApi } from '@tanstack/react-router'
import {
  LinkedinReturnScreen,
  TwitterReturnScreen,
} from '#web/features/social-accounts/connect/return-screens.tsx'

const linkedin = getRouteApi('/linkedin/callback')
const twitter = getRouteApi('/twitter/callback')

export function LinkedinReturnPage() {
  return <LinkedinReturnScreen {...linkedin.useSearch()} />
}

export function TwitterReturnPage() {
  return <TwitterReturnScreen {...twitter.useSearch()} />
}
