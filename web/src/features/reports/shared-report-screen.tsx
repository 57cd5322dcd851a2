import { useEffect, useState, useSyncExternalStore } from 'react'
import type { SharedReport } from '#domain/reports/model.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { fileNameOf } from './file-name.ts'
import classes from './report.module.css'
import { ReportView } from './report-view.tsx'
import { openReport, openReportCsv, openReportPdf } from './shared-report-api.ts'

type State = { readonly report: SharedReport } | { readonly trouble: string } | null

const troubleOf = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : null
  if (status === 404) return 'This link has ended. Ask your agency for a new one.'
  return status === 422 ? 'This link is cut off. Open it again from where you got it.' : messageOf(error)
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
  const name = state && 'report' in state ? state.report.content.project_name : 'Report'
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
      {state && 'report' in state && (
        <>
          <SharedFiles token={token} report={state.report} />
          <ReportView report={state.report} />
        </>
      )}
    </main>
  )
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
          {making === ending ? `Making the ${label}…` : label}
        </button>
      ))}
      <button type="button" onClick={() => window.print()}>
        Print
      </button>
      {trouble !== null && <p role="alert">{trouble}</p>}
    </div>
  )
}
