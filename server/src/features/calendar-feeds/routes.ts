import * as contract from '#domain/calendar-feeds/contract.ts'
import { inReadOnly, projectRoute, publicRoute, type Route } from '#server/platform/http/route.ts'
import { endCalendarFeed } from './end-calendar-feed.ts'
import { getCalendarFeed } from './get-calendar-feed.ts'
import { readCalendarFeed } from './read-calendar-feed.ts'
import { renewCalendarFeed } from './renew-calendar-feed.ts'

/** Calendar services read the feeds of many people from few addresses; guessing a secret needs more than lifetimes all the same. */
const PER_MINUTE = 300
/** Several devices of one person, each every minute. */
const PER_FEED = { times: 60, minutes: 10 }

export const calendarFeedRoutes: readonly Route[] = [
  projectRoute(contract.getCalendarFeed, getCalendarFeed),
  projectRoute(contract.renewCalendarFeed, renewCalendarFeed, inReadOnly),
  projectRoute(contract.endCalendarFeed, endCalendarFeed, inReadOnly),
  publicRoute(contract.readCalendarFeed, readCalendarFeed, {
    perMinute: () => PER_MINUTE,
    limit: ({ params }: { readonly params: { readonly token: string } }) => ({
      ...PER_FEED,
      subject: `calendar feed ${params.token}`,
    }),
  }),
]
