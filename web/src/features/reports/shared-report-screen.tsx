import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  openReportCsv as csvEndpoint,
  openReport as endpoint,
  openReportPdf as pdfEndpoint,
  openReportPictures as picturesEndpoint,
} from '#domain/reports/contract.ts'
import type { SharedReport } from '#domain/reports/model.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { call, callFile } from '#web/platform/client.ts'
import { usualPaper } from '#web/platform/usual-paper.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { fileNameOf } from './file-name.ts'
import classes from './report.module.css'
import { ReportView } from './report-view.tsx'

/** The report behind a link. A link that has ended is not asked for again. */
const openReport = (token: string, signal?: AbortSignal) => call(endpoint, { body: { token }, signal })

/** Small pictures of its posts, by the ids of their versions. */
const openReportPictures = async (
  token: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> => {
  const found = await call(picturesEndpoint, { body: { token }, signal })
  return new Map(found.map(({ post_social_id, src }) => [post_social_id, src]))
}

const openReportPdf = (token: string): Promise<Blob> =>
  callFile(pdfEndpoint, { body: { token, paper: usualPaper() } })

const openReportCsv = (token: string): Promise<Blob> => callFile(csvEndpoint, { body: { token } })

type State = { readonly report: SharedReport } | { readonly trouble: string } | null

const troubleOf = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : null
  if (status === 404) return 'This link no longer works. Ask your agency for a new one.'
  return status === 422
    ? 'This link is incomplete. Open it again from the mail or message it came in.'
    : messageOf(error)
}

/** Another link in the same tab differs after the number sign only: browsers do not load the page again. */
const onOtherLink = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** What the holder of a link sees: the report, and nothing of the app (docs/product/reports.md "Reports"). */
export function SharedReportScreen() {
  const token = useSyncExternalStore(onOtherLink, () => window.location.hash.slice(1))
  return <OpenedLink key={token} token={token} />
}

function OpenedLink({ token }: { readonly token: string }) {
  const [state, setState] = useState<State>(null)
  const report = state && 'report' in state ? state.report : null
  const pictures = usePictures(token, report)
  useEffect(() => {
    const stop = new AbortController()
    openReport(token, stop.signal).then(
      report => setState({ report }),
      error => {
        if (!stop.signal.aborted) setState({ trouble: troubleOf(error) })
      },
    )
    return () => stop.abort()
  }, [token])
  const name = report?.content.project_name ?? 'Report'
  return (
    <main className={classes.shared}>
      <title>{`${name} · Galley`}</title>
      {state === null && <p role="status">Loading the report…</p>}
      {state && 'trouble' in state && (
        <>
          <h1>Report</h1>
          <p role="alert">{state.trouble}</p>
        </>
      )}
      {report && (
        <>
          <SharedFiles token={token} report={report} />
          <ReportView report={report} pictures={pictures} />
        </>
      )}
    </main>
  )
}

/** Undefined until they are there. A report whose pictures cannot be had is read without them. */
const usePictures = (token: string, report: SharedReport | null) => {
  const [pictures, setPictures] = useState<ReadonlyMap<number, string>>()
  const hasPosts = report !== null && report.content.posts.length > 0
  useEffect(() => {
    if (!hasPosts) return
    const stop = new AbortController()
    openReportPictures(token, stop.signal).then(setPictures, () => setPictures(undefined))
    return () => stop.abort()
  }, [token, hasPosts])
  return pictures
}

const files = [
  ['pdf', 'PDF', openReportPdf],
  ['csv', 'CSV', openReportCsv],
] as const

function SharedFiles({ token, report }: { readonly token: string; readonly report: SharedReport }) {
  const [making, setMaking] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async (ending: string, read: (token: string) => Promise<Blob>) => {
    setMaking(ending)
    setTrouble(null)
    try {
      saveFile(`${fileNameOf(report)}.${ending}`, await read(token))
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setMaking(null)
  }
  return (
    <div className={`${classes.files} ${classes.noPrint}`}>
      {files.map(([ending, label, read]) => (
        <button key={ending} type="button" disabled={making !== null} onClick={() => void save(ending, read)}>
          {making === ending ? `Preparing the ${label}…` : label}
        </button>
      ))}
      <button type="button" onClick={() => window.print()}>
        Print
      </button>
      {trouble !== null && <p role="alert">{trouble}</p>}
    </div>
  )
}
