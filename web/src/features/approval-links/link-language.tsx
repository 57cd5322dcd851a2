import { useState } from 'react'
import { type ClientLanguage, clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { say } from '#web/platform/words.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChooseLanguageByLink } from './api.ts'
import classes from './approve.module.css'
import { refusalWords } from './refusal-words.ts'

type Props = {
  readonly token: string
  readonly language: ClientLanguage
  /** The page is read again in it. */
  readonly onChosen: () => Promise<unknown>
}

/** In which language the person reads this page, other links and mails from now on (docs/product/languages.md "Which language"). */
export function LinkLanguage({ token, language, onChosen }: Props) {
  const choose = useChooseLanguageByLink(token)
  const [wanted, setWanted] = useState<ClientLanguage | null>(null)
  const change = async (next: ClientLanguage) => {
    setWanted(next)
    try {
      await choose({ language: next })
      await onChosen()
    } catch (error) {
      toast.error(refusalWords(error))
    }
    setWanted(null)
  }
  return (
    <select
      className={classes.language}
      aria-label={say('Language')}
      value={wanted ?? language}
      // Not disabled while it is saved: that would take the focus away.
      aria-busy={wanted !== null}
      onChange={event => {
        if (wanted === null) void change(event.currentTarget.value as ClientLanguage)
      }}
    >
      {clientLanguages.map(each => (
        <option key={each} value={each} lang={each}>
          {languageNames[each]}
        </option>
      ))}
    </select>
  )
}
