import { Alert, Button, Group, NativeSelect, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { wordsFrom } from '#domain/kernel/languages/words.ts'
import { suggestionsOf } from '#domain/reports/figures.ts'
import {
  languageName,
  type ReportLanguage,
  type ReportVoice,
  reportLanguages,
  voiceOf,
  wordsLanguageOf,
} from '#domain/reports/languages.ts'
import type { Report } from '#domain/reports/model.ts'
import { REPORT_TEXT_MAX } from '#domain/reports/text-limit.ts'
import { type ReportWords, reportParts, wordsIn } from '#domain/reports/words.ts'
import { ApiError, messageOf, reportUnexpected } from '#web/platform/api-error.ts'
import { loadWords } from '#web/platform/load-words.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import classes from './report.module.css'
import { ReportFiles } from './report-files.tsx'
import { ReportLinks } from './report-links.tsx'
import { ReportView } from './report-view.tsx'
import { saidAgain } from './report-words.ts'
import { useDeleteReport, useFreezeReport, useGetReport, useGetReportPictures } from './reports-api.ts'
import { SendButton } from './send-button.tsx'
import { type Saving, useReportTexts } from './use-report-texts.ts'

const english = wordsFrom('en', {})

/** How a report is written, on a page in English. Its words are English until those of its language are there. */
const useReportWords = ({ words, locale }: ReportVoice): ReportWords => {
  const [loaded, setLoaded] = useState(english)
  useEffect(() => {
    let isWanted = true
    loadWords(words).then(next => {
      if (isWanted) setLoaded(next)
    }, reportUnexpected)
    return () => {
      isWanted = false
    }
  }, [words])
  const said = loaded.language === words ? loaded : english
  return useMemo(() => wordsIn(locale, said), [locale, said])
}

type LanguageFieldProps = {
  readonly language: ReportLanguage
  readonly onChange: (language: ReportLanguage) => void
}

const languageChoices = reportLanguages.map(value => {
  const hasWords = value.startsWith('en') || wordsLanguageOf(value) !== 'en'
  return { value, label: `${languageName(value)}${hasWords ? '' : ' (dates and numbers only)'}` }
})

/** In which language the report is written (docs/product/reports.md "Looks"). */
function LanguageField({ language, onChange }: LanguageFieldProps) {
  const choose = (value: string) => {
    const chosen = reportLanguages.find(each => each === value)
    if (chosen) onChange(chosen)
  }
  return (
    <NativeSelect
      className={`${classes.language} ${classes.noPrint}`}
      label="Language of the report"
      data={languageChoices}
      value={language}
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}

type Props = {
  readonly reportId: number
  readonly onDeleted: () => void
}

/** One report: its texts while it is a draft, its links when it is sent (docs/product/reports.md "Reports"). */
export function ReportEditor({ reportId, onDeleted }: Props) {
  const projectId = useProjectId()
  const { data, error, refetch } = useGetReport({ projectId, reportId })
  // What is being written is replaced only when its writer asks for the newer version.
  const [edition, setEdition] = useState(0)
  const reload = () => void refetch().then(() => setEdition(edition + 1))
  return (
    <Stack gap="lg" className={classes.screen}>
      <Link
        to="/$projectId/reporting"
        params={{ projectId }}
        className={`${classes.link} ${classes.noPrint}`}
      >
        All reports
      </Link>
      {error instanceof ApiError && error.status === 404 && <Empty title="This report does not exist" />}
      {error && !data && !(error instanceof ApiError && error.status === 404) && (
        <Failed message={messageOf(error)} onRetry={() => void refetch()} />
      )}
      {!error && !data && (
        <Loading>
          <Skeleton height={480} />
        </Loading>
      )}
      {data?.sent_at && <Sent report={data} />}
      {data && !data.sent_at && <Draft key={edition} report={data} onDeleted={onDeleted} onReload={reload} />}
    </Stack>
  )
}

function Sent({ report }: { report: Report }) {
  const projectId = useProjectId()
  const pictures = usePictures(projectId, report)
  const voice = voiceOf(report.language, report.content.words)
  return (
    <ReportView
      report={report}
      words={useReportWords(voice)}
      language={voice.words}
      pictures={pictures}
      actions={
        <div lang="en">
          <ReportLinks report={report} />
        </div>
      }
    />
  )
}

const usePictures = (projectId: number, { id, content }: Report) =>
  useGetReportPictures({ projectId, reportId: id }, content.posts.length > 0).data

const savingTexts: Record<Saving, string> = {
  saved: 'Saved',
  unsaved: 'Saving…',
  failed: 'Not saved. Trying again…',
  conflict: 'Not saved',
  gone: 'Not saved',
}

const draftVoice = (language: ReportLanguage) => voiceOf(language, wordsLanguageOf(language))

type DraftProps = Pick<Props, 'onDeleted'> & {
  readonly report: Report
  readonly onReload: () => void
}

function Draft({ report, onDeleted, onReload }: DraftProps) {
  const projectId = useProjectId()
  const { texts, setTexts, saving, isUnsaved, version } = useReportTexts(projectId, report)
  const guard = useUnsavedGuard({ isUnsaved, text: 'Your latest changes to this report are not saved yet.' })
  const voice = draftVoice(texts.language)
  const words = useReportWords(voice)
  const { networks } = report.content
  const suggestions = suggestionsOf(networks, words)
  const pictures = usePictures(projectId, report)
  const suggest = () =>
    setTexts({ ...texts, reasons: [texts.reasons.trim(), ...suggestions].filter(text => text).join('\n') })
  const changeLanguage = (language: ReportLanguage) => {
    setTexts({ ...texts, language })
    sayAgain(language).then(
      said => setTexts(now => ({ ...now, reasons: saidAgain(now.reasons, suggestions, said) })),
      reportUnexpected,
    )
  }
  /** The same sentences in another language. */
  const sayAgain = async (language: ReportLanguage) => {
    const next = draftVoice(language)
    return suggestionsOf(networks, wordsIn(next.locale, await loadWords(next.words)))
  }
  const actions = (
    <Stack gap="sm" className={classes.noPrint} lang="en">
      <DraftActions
        report={report}
        version={version}
        onDeleted={onDeleted}
        onReload={onReload}
        mayGo={saving === 'saved'}
      />
      <Text size="sm" c="dimmed" role="status">
        {savingTexts[saving]}
      </Text>
      <LanguageField language={texts.language} onChange={changeLanguage} />
    </Stack>
  )
  return (
    <>
      {saving === 'gone' && (
        <Alert color="red" title="Somebody has deleted this report" className={classes.noPrint}>
          Copy what you have written here if you need it.
        </Alert>
      )}
      {saving === 'conflict' && (
        <Alert color="red" title="Somebody else has changed this report" className={classes.noPrint}>
          Copy what you have written here, then load the newer version.
          <Button mt="xs" size="sm" variant="default" onClick={onReload}>
            Load the newer version
          </Button>
        </Alert>
      )}
      <ReportView
        report={report}
        words={words}
        language={voice.words}
        pictures={pictures}
        actions={actions}
        goal={
          <Textarea
            aria-label={reportParts.goal}
            {...area}
            value={texts.goal}
            onChange={event => setTexts({ ...texts, goal: event.currentTarget.value })}
          />
        }
        reasons={
          <Stack gap="xs">
            <Textarea
              aria-label={reportParts.reasons}
              {...area}
              value={texts.reasons}
              onChange={event => setTexts({ ...texts, reasons: event.currentTarget.value })}
            />
            {suggestions.length > 0 && (
              <div className={classes.noPrint}>
                <Button variant="default" size="sm" onClick={suggest}>
                  Add the largest movements
                </Button>
              </div>
            )}
          </Stack>
        }
      />
      {guard.dialog}
    </>
  )
}

const area = { autosize: true, minRows: 3, maxLength: REPORT_TEXT_MAX } as const

type ActionsProps = Pick<DraftProps, 'report' | 'onDeleted' | 'onReload'> & {
  readonly version: number
  /** Everything that was written is saved. */
  readonly mayGo: boolean
}

function DraftActions({ report, version, onDeleted, onReload, mayGo }: ActionsProps) {
  const projectId = useProjectId()
  const one = { projectId, reportId: report.id }
  const freezing = useFreezeReport(one)
  const deleting = useDeleteReport(one)
  const { ask, dialog } = useConfirm()
  const freeze = async () => {
    const isSure = await ask({
      title: 'Freeze this report?',
      text: 'Its figures and texts can no longer be changed. You then get a link for your client.',
      confirmLabel: 'Freeze',
      cancelLabel: 'Cancel',
    })
    // Refused, it is another's by now: the newer one is shown, and nothing is unsaved here.
    if (isSure) freezing.mutate(version, { onError: onReload })
  }
  const remove = async () => {
    const isSure = await ask({
      title: 'Delete this draft?',
      text: 'What you wrote in it is gone for good.',
      confirmLabel: 'Delete',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) deleting.mutate(undefined, { onSuccess: onDeleted })
  }
  return (
    <Group className={classes.noPrint}>
      <SendButton report={report} version={version} disabled={!mayGo} />
      <Button variant="default" disabled={!mayGo} loading={freezing.isPending} onClick={() => void freeze()}>
        Freeze
      </Button>
      <Button variant="default" onClick={() => window.print()}>
        Print
      </Button>
      <ReportFiles report={report} />
      <Button variant="default" loading={deleting.isPending} onClick={() => void remove()}>
        Delete draft
      </Button>
      {dialog}
    </Group>
  )
}
