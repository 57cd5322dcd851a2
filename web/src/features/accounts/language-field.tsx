import { type ClientLanguage, clientLanguages, languageNames } from '#domain/kernel/languages/languages.ts'
import { reportUnexpected } from '#web/platform/api-error.ts'
import { keepLanguage } from '#web/ui/kept-language.ts'
import classes from './auth-layout.module.css'
import { pageLanguage, say, speakPage } from './page-words.ts'

/** Where a press has asked for it: that press opens the list as well. */
const open = (select: HTMLSelectElement | null) => {
  if (select === null || document.activeElement !== document.body || pageLanguage() !== 'en') return
  select.focus()
  if (navigator.userActivation?.isActive) select.showPicker?.()
}

/** In which language the public pages speak in this browser (docs/product/languages.md "Which language"). */
export function LanguageField() {
  return (
    <select
      ref={open}
      className={classes.language}
      aria-label={say('Language')}
      value={pageLanguage()}
      onChange={event => {
        const chosen = event.currentTarget.value as ClientLanguage
        keepLanguage(chosen)
        speakPage(chosen).catch(reportUnexpected)
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
