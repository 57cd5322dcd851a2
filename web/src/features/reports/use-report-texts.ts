import { useEffect, useState } from 'react'
import type { Report } from '#domain/reports/model.ts'
import { ApiError } from '#web/platform/api-error.ts'
import { useSaveReport } from './reports-api.ts'

type Texts = Pick<Report, 'goal' | 'reasons' | 'language'>

/** `conflict`: somebody else has saved in the meantime, `gone`: deleted it, so nothing of this page is saved any more. */
export type Saving = 'saved' | 'unsaved' | 'failed' | 'conflict' | 'gone'

const problemOf = (error: unknown): Exclude<Saving, 'saved' | 'unsaved'> => {
  if (!(error instanceof ApiError)) return 'failed'
  if (error.status === 404) return 'gone'
  return error.code === 'stale_version' || error.code === 'report_sent' ? 'conflict' : 'failed'
}

const PAUSE_MS = 800
/** A call that failed is made again by itself. */
const AGAIN_MS = 5000

const areSame = (a: Texts, b: Texts): boolean =>
  a.goal === b.goal && a.reasons === b.reasons && a.language === b.language

/** The texts of a draft and its language, saved a moment after the last key, one call after the other. */
export const useReportTexts = (projectId: number, report: Report) => {
  const [texts, setTexts] = useState<Texts>({
    goal: report.goal,
    reasons: report.reasons,
    language: report.language,
  })
  const [saved, setSaved] = useState({ texts, version: report.version })
  const [problem, setProblem] = useState<ReturnType<typeof problemOf> | null>(null)
  const save = useSaveReport({ projectId, reportId: report.id })
  const { mutate, isPending } = save
  const isUnsaved = !areSame(texts, saved.texts)
  useEffect(() => {
    if (!isUnsaved || isPending || problem === 'conflict' || problem === 'gone') return
    const timer = setTimeout(
      () => {
        mutate(
          { ...texts, version: saved.version },
          {
            onSuccess: ({ version }) => {
              setSaved({ texts, version })
              setProblem(null)
            },
            onError: error => setProblem(problemOf(error)),
          },
        )
      },
      problem === 'failed' ? AGAIN_MS : PAUSE_MS,
    )
    return () => clearTimeout(timer)
  }, [texts, saved, isUnsaved, isPending, problem, mutate])
  // What another tab or person has saved is shown as long as nothing here is lost by it.
  if (!isUnsaved && !isPending && report.version > saved.version) {
    const newer = { goal: report.goal, reasons: report.reasons, language: report.language }
    setTexts(newer)
    setSaved({ texts: newer, version: report.version })
  }
  const saving: Saving = problem ?? (isUnsaved ? 'unsaved' : 'saved')
  return { texts, setTexts, saving, isUnsaved, version: saved.version }
}
