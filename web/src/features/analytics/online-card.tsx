import { dayOfWeek } from '#domain/kernel/days.ts'
import { networkNames } from '#domain/networks/names.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { type Account, useListFansOnline } from './api.ts'
import { hasLateFigures } from './chart-plans.ts'
import { BubbleChart, FigureCard } from './figure-card.tsx'
import { writeFigure } from './numbers.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
/** The name of the card. */
export const ONLINE_TITLE = 'Followers online'
const title = ONLINE_TITLE
const HEIGHT = 460

/** When followers were online in the week that ends with the range, by weekday and hour. */
export function OnlineCard({ account, date }: { readonly account: Account; readonly date: string }) {
  const found = useListFansOnline(account, date)
  const { data } = found
  const network = networkNames[account.social]
  if (data?.state === null) return null
  const days = (data?.days ?? []).map(day => ({ ...day, weekday: (dayOfWeek(day.date) + 6) % 7 }))
  const bubbles = days.flatMap(({ weekday, hours }) => hours.map((value, hour) => ({ hour, weekday, value })))
  const none =
    data?.state === 'dropped'
      ? `${network} no longer reports when followers are online.`
      : `${network} did not report when followers were online in this period.`
  const figures = {
    title,
    columns: ['Date', ...Array.from({ length: 24 }, (_, hour) => `${hour}:00`)],
    rows: days.map(({ date: day, weekday, hours }) => ({
      name: `${weekdays[weekday]}, ${day}`,
      saved: [day, ...hours],
      cells: hours.map(value => writeFigure(value)),
    })),
  }
  return (
    <FigureCard
      title={title}
      isLate={hasLateFigures[account.social]}
      words={data && bubbles.length === 0 ? none : null}
      error={found.error && !data ? messageOf(found.error) : null}
      onRetry={() => void found.refetch()}
      figures={data ? figures : null}
      height={HEIGHT}
    >
      <BubbleChart title={title} weekdays={weekdays} bubbles={bubbles} />
    </FigureCard>
  )
}
