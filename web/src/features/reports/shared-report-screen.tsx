import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  type ClientLanguage,
  clientLanguages,
  languageNames,
  preferredLanguage,
} from '#domain/kernel/languages/languages.ts'
import { phrase } from '#domain/kernel/languages/words.ts'
import {
  openReportCsv as csvEndpoint,
  openReport as endpoint,
  openReportPdf as pdfEndpoint,
  openReportPictures as picturesEndpoint,
} from '#domain/reports/contract.ts'
import { chosenVoice, voiceOf } from '#domain/reports/languages.ts'
import type { SharedReport } from '#domain/reports/model.ts'
import { wordsIn } from '#domain/reports/words.ts'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { call, callFile } from '#web/platform/client.ts'
import { usualPaper } from '#web/platform/usual-paper.ts'
import { pageWords, say } from '#web/platform/words.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { useSpoken } from '#web/ui/use-spoken.ts'
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

const openReportPdf = (token: string, language: ClientLanguage): Promise<Blob> =>
  callFile(pdfEndpoint, { body: { token, paper: usualPaper(), language } })

const openReportCsv = (token: string): Promise<Blob> => callFile(csvEndpoint, { body: { token } })

type State = { readonly report: SharedReport } | { readonly trouble: string } | null

const troubleOf = (error: unknown): string => {
  const status = error instanceof ApiError ? error.status : null
  if (status === 404) return phrase('This link no longer works. Ask your agency for a new one.')
  return status === 422
    ? phrase('This link is incomplete. Open it again from the mail or message it came in.')
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
  const [chosen, setChosen] = useState<ClientLanguage | null>(null)
  const voice = report && readVoice(report, chosen)
  const spoken = useSpoken(state && (voice?.words ?? preferredLanguage(navigator.languages)))
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
  const name = report?.content.project_name ?? say('Report')
  return (
    <main className={classes.shared}>
      <title>{`${name} · Galley`}</title>
      {spoken === null && <p role="status">{say('Loading the report…')}</p>}
      {spoken && state && 'trouble' in state && (
        <>
          <h1>{say('Report')}</h1>
          <p role="alert">{say(state.trouble)}</p>
        </>
      )}
      {spoken && report && voice && (
        <ReportView
          report={report}
          words={wordsIn(voice.locale, pageWords())}
          language={spoken}
          pictures={pictures}
          actions={
            <SharedFiles token={token} report={report} language={voice.words} onLanguage={setChosen} />
          }
        />
      )}
    </main>
  )
}

/** As the agency has written it, unless the reader has chosen a language: here, or on the page of an approval link. */
const readVoice = ({ language, content, reader_language }: SharedReport, chosen: ClientLanguage | null) =>
  chosenVoice(voiceOf(language, content.words), chosen ?? reader_language)

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

type FilesProps = {
  readonly token: string
  readonly report: SharedReport
  readonly language: ClientLanguage
  readonly onLanguage: (language: ClientLanguage) => void
}

function SharedFiles({ token, report, language, onLanguage }: FilesProps) {
  const [making, setMaking] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const save = async ([ending, , read]: (typeof files)[number]) => {
    setMaking(ending)
    setTrouble(null)
    try {
      saveFile(`${fileNameOf(report)}.${ending}`, await read(token, language))
    } catch (error) {
      setTrouble(troubleOf(error))
    }
    setMaking(null)
  }
  return (
    <div className={`${classes.files} ${classes.noPrint}`}>
      {files.map(file => {
        const [ending, label] = file
        return (
          <button key={ending} type="button" disabled={making !== null} onClick={() => void save(file)}>
            {making === ending ? say('Preparing the {file}…', { file: label }) : label}
          </button>
        )
      })}
      <button type="button" onClick={() => window.print()}>
        {say('Print')}
      </button>
      <select
        aria-label={say('Language')}
        value={language}
        onChange={event => onLanguage(event.currentTarget.value as ClientLanguage)}
      >
        {clientLanguages.map(each => (
          <option key={each} value={each} lang={each}>
            {languageNames[each]}
          </option>
        ))}
      </select>
      {trouble !== null && <p role="alert">{say(trouble)}</p>}
    </div>
  )
}
