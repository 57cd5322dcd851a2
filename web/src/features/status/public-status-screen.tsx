import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { networkNames } from '#domain/networks/names.ts'
import type { getPublicStatus, PublicStatus } from '#domain/status/contract.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { callPublic } from '#web/platform/public-call.ts'
import { GalleyMark } from '#web/ui/page/galley-mark.tsx'
import classes from './public-status.module.css'

/** Written out, as on every page without the app: the contract's value brings the schema library. */
export const publicStatusEndpoint = { method: 'GET', path: '/public-status' } as const
const RENEW_MS = 60_000

type Read = { readonly status: PublicStatus } | { readonly trouble: string } | null

const troubleOf = (error: unknown): string =>
  error instanceof ApiError && error.status === 404
    ? 'This installation has no public status page.'
    : messageOf(error)

/** What was read last, renewed every minute while the page is seen. A failure is shown only where nothing was read before. */
const usePublicStatus = (): Read => {
  const [read, setRead] = useState<Read>(null)
  useEffect(() => {
    const stop = new AbortController()
    const renew = () =>
      callPublic<typeof getPublicStatus>(publicStatusEndpoint, undefined, stop.signal).then(
        status => setRead({ status }),
        error => {
          if (!stop.signal.aborted)
            setRead(before => (before && 'status' in before ? before : { trouble: troubleOf(error) }))
        },
      )
    const renewIfSeen = () => {
      if (!document.hidden) void renew()
    }
    void renew()
    const timer = setInterval(renewIfSeen, RENEW_MS)
    document.addEventListener('visibilitychange', renewIfSeen)
    return () => {
      stop.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renewIfSeen)
    }
  }, [])
  return read
}

/** Whether publishing works, for everybody who has the address (docs/product/status.md "For everybody"). */
export function PublicStatusScreen() {
  const read = usePublicStatus()
  return (
    <main className={classes.page}>
      <title>Status · Galley</title>
      <div className={classes.brand}>
        <GalleyMark size={36} />
        <span className={classes.name}>Galley</span>
      </div>
      {read &&
        ('status' in read ? (
          <Shown status={read.status} />
        ) : (
          <h1 className={classes.title}>{read.trouble}</h1>
        ))}
    </main>
  )
}

const clock = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const timeText = (instant: string): string => clock.format(new Date(instant))

function Shown({ status }: { readonly status: PublicStatus }) {
  const { read_at, is_held, networks, mails_delayed_since: mails } = status
  const isFine = !is_held && mails === null && networks.every(({ delayed_since }) => delayed_since === null)
  return (
    <>
      <div role="status">
        <h1 className={classes.title}>{isFine ? 'Everything works' : 'Some things are delayed'}</h1>
      </div>
      <ul className={classes.list}>
        {is_held && <Line trouble="Publishing is held by those who run this installation">Publishing</Line>}
        {networks.map(({ social_network, delayed_since }) => (
          <Line
            key={social_network}
            trouble={
              delayed_since &&
              `Delayed since ${timeText(delayed_since)}. Posts go out as soon as it is possible.`
            }
          >
            Publishing to {networkNames[social_network]}
          </Line>
        ))}
        <Line trouble={mails && `Delayed since ${timeText(mails)}`}>Mails</Line>
      </ul>
      <p className={classes.note}>As of {timeText(read_at)}. Renewed every minute.</p>
    </>
  )
}

/** What works, or what is the trouble with it. */
function Line({ children, trouble }: { readonly children: ReactNode; readonly trouble: string | null }) {
  const Icon = trouble === null ? IconCircleCheck : IconAlertTriangle
  return (
    <li className={classes.line} data-trouble={trouble !== null || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{children}</strong>
        <p>{trouble ?? 'Works'}</p>
      </div>
    </li>
  )
}
