import { type ClientLanguage, clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { say } from '#web/platform/words.ts'

type Props = {
  readonly className: string | undefined
  readonly language: ClientLanguage
  readonly isBusy?: boolean
  readonly onChoose: (language: ClientLanguage) => void
}

/** The languages of a page for clients, each by its own name. It is not disabled while a choice is saved: that would take the focus away. */
export function LanguageChoice({ className, language, isBusy = false, onChoose }: Props) {
  return (
    <select
      className={className}
      aria-label={say('Language')}
      value={language}
      aria-busy={isBusy}
      onChange={event => onChoose(event.currentTarget.value as ClientLanguage)}
    >
      {clientLanguages.map(each => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  )
}
