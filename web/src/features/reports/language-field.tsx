import { NativeSelect } from '@mantine/core'
import { languageName, type ReportLanguage, reportLanguages } from '#domain/reports/languages.ts'
import classes from './report.module.css'

type Props = {
  readonly language: ReportLanguage
  readonly onChange: (language: ReportLanguage) => void
}

/** In which language the report's days and numbers are written (docs/product/reports.md "Looks"). */
export function LanguageField({ language, onChange }: Props) {
  const choose = (value: string) => {
    const chosen = reportLanguages.find(each => each === value)
    if (chosen) onChange(chosen)
  }
  return (
    <NativeSelect
      className={`${classes.language} ${classes.noPrint}`}
      label="Language of dates and numbers"
      data={reportLanguages.map(value => ({ value, label: languageName(value) }))}
      value={language}
      onChange={event => choose(event.currentTarget.value)}
    />
  )
}
