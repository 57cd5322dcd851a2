import { Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import { type ClientLanguage, preferredLanguage } from '#domain/kernel/languages/languages.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { say } from '#web/platform/words.ts'
import { keepLanguage, keptLanguage } from '#web/ui/kept-language.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { useSpoken } from '#web/ui/use-spoken.ts'
import { type Opening, useOpenProof } from './open-proof.ts'
import { ProofPage } from './proof-page.tsx'

const ProofPin = lazy(() => import('./proof-pin.tsx').then(module => ({ default: module.ProofPin })))

/** Another link in the same tab differs after the number sign only: browsers do not load the page again. */
const onOtherLink = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** `/proof#…`: what the holder of a read-only link sees (docs/product/proofs.md "The page"). */
export function ProofScreen() {
  const token = useSyncExternalStore(onOtherLink, () => window.location.hash.slice(1))
  return <Opened key={token} token={token} />
}

const languageOf = (opening: Opening): ClientLanguage =>
  opening.kind === 'open' ? opening.opened.language : preferredLanguage(navigator.languages)

function Opened({ token }: { readonly token: string }) {
  const { opening, read, enter, print } = useOpenProof(token)
  const [chosen, setChosen] = useState(keptLanguage)
  const choose = (language: ClientLanguage) => {
    keepLanguage(language)
    setChosen(language)
  }
  const spoken = useSpoken(opening.kind === 'loading' ? null : (chosen ?? languageOf(opening)))
  if (opening.kind === 'loading' || spoken === null)
    return (
      <Loading label={say('Content is loading...')}>
        <Skeleton height={56} radius={0} />
        <Skeleton height="60dvh" m="md" w="auto" maw={552} />
      </Loading>
    )
  if (opening.kind === 'failed')
    return <Failed message={say(messageOf(opening.error))} onRetry={() => void read()} />
  if (opening.kind === 'ended')
    return (
      <main>
        <Empty
          order={1}
          icon={<IconLinkOff size={22} />}
          title={say('This link no longer works')}
          text={say(
            'It has expired, was revoked, or is not complete. Ask whoever sent it to you for a new one.',
          )}
        />
      </main>
    )
  const { proof } = opening.opened
  if (proof === null)
    return (
      <Suspense fallback={null}>
        <ProofPin onEnter={enter} language={spoken} onLanguage={choose} />
      </Suspense>
    )
  return <ProofPage proof={proof} language={spoken} onLanguage={choose} onPrint={() => print(spoken)} />
}
