import { useRef, useState } from 'react'
import type { ClientLanguage } from '#domain/kernel/languages/languages.ts'
import { keepLanguage } from '#web/ui/kept-language.ts'
import { LanguageChoice } from '#web/ui/language-choice.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useChooseLanguageByLink } from './api.ts'
import classes from './approve.module.css'
import { isOpenToAnybody, type Opened } from './items.ts'
import { refusalWords } from './refusal-words.ts'

type Props = {
  readonly token: string
  readonly opened: Opened
  /** The page is read again in it. */
  readonly onChosen: () => Promise<unknown>
}

/** In which language this page speaks, and on a mailed link the project's mails and other links (docs/product/languages.md "Which language"). */
export function LinkLanguage({ token, opened, onChosen }: Props) {
  const choose = useChooseLanguageByLink(token)
  const [wanted, setWanted] = useState<ClientLanguage | null>(null)
  const last = useRef<Promise<void>>(Promise.resolve())
  const save = async (language: ClientLanguage) => {
    try {
      if (isOpenToAnybody(opened)) keepLanguage(language)
      else await choose({ language })
      await onChosen()
    } catch (error) {
      toast.error(refusalWords(error))
    }
    setWanted(now => (now === language ? null : now))
  }
  // One after the other: the last choice counts.
  const change = (language: ClientLanguage) => {
    setWanted(language)
    last.current = last.current.then(() => save(language))
  }
  return (
    <LanguageChoice
      className={classes.language}
      language={wanted ?? opened.language}
      isBusy={wanted !== null}
      onChoose={change}
    />
  )
}
