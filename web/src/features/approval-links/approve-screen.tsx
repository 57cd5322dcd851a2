import { Button, Skeleton } from '@mantine/core'
import { IconLinkOff } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ClientLanguage, preferredLanguage } from '#domain/kernel/languages/languages.ts'
import { reportUnexpected } from '#web/platform/api-error.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { speak } from '#web/platform/speak.ts'
import { say } from '#web/platform/words.ts'
import { Empty, Failed, Loading } from '#web/ui/states.tsx'
import { Toasts } from '#web/ui/toast.tsx'
import { readLinkToken } from './api.ts'
import classes from './approve.module.css'
import { BatchScreen } from './batch-screen.tsx'
import { refusalWords } from './refusal-words.ts'
import { type Batch, useBatch } from './use-batch.ts'

const DeviceCode = lazy(() => import('./device-code.tsx').then(module => ({ default: module.DeviceCode })))

/** A newer link that is opened in the same tab differs after the number sign only: browsers do not load the page again. */
const onOtherLink = (listener: () => void) => {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}

/** `/approve#…`: where a client's personal link leads (docs/product/approval-links.md "What it opens"). */
export function ApproveScreen() {
  const token = useSyncExternalStore(onOtherLink, readLinkToken)
  return (
    <>
      <Page key={token} token={token} />
      <Toasts isEarly={false} />
    </>
  )
}

/** What the link says, or where it opens nothing the browser: whose link it was is not known then. */
const languageOf = (batch: Batch): ClientLanguage =>
  batch.kind === 'open' ? batch.opened.language : preferredLanguage(navigator.languages)

/**
 * Speaks the language. @returns whether the page does; where its catalogue cannot be loaded it goes on in the language before, and the
 * error is reported as those of other parts that cannot be loaded.
 */
const useSpeaking = (language: ClientLanguage): boolean => {
  const [spoken, setSpoken] = useState<ClientLanguage>('en')
  useEffect(() => {
    const done = () => setSpoken(language)
    speak(language).then(done, (error: unknown) => {
      done()
      reportUnexpected(error)
    })
  }, [language])
  useEffect(() => {
    if (spoken === language) document.title = `${say('Approve')} · Galley`
  }, [spoken, language])
  return spoken === language
}

function Page({ token }: { token: string }) {
  const { batch, read, mark } = useBatch(token)
  const isSpeaking = useSpeaking(batch.kind === 'loading' ? 'en' : languageOf(batch))
  const wasShown = useRef(false)
  if (isSpeaking && batch.kind !== 'loading') wasShown.current = true
  // Once it is shown it stays, and changes its words when another language has been loaded.
  if (batch.kind === 'loading' || !wasShown.current)
    return (
      <Loading label={say('Content is loading...')}>
        <div className={classes.page}>
          <Skeleton height={56} radius={0} />
          <Skeleton height="60dvh" m="md" w="auto" maw={552} />
        </div>
      </Loading>
    )
  if (batch.kind === 'failed')
    return <Failed message={refusalWords(batch.error)} onRetry={() => void read()} />
  if (batch.kind === 'ended')
    return (
      <main>
        <Empty
          order={1}
          icon={<IconLinkOff size={22} />}
          title={say('This link no longer works')}
          text={say(
            'It has expired, was revoked, or is not complete. Ask your agency for a new one, or sign in to see what waits for you.',
          )}
          action={
            <Button component="a" href="/">
              {say('Sign in')}
            </Button>
          }
        />
      </main>
    )
  const { opened, items } = batch
  if (opened.code_goes_to !== null)
    return (
      <Suspense fallback={null}>
        <DeviceCode token={token} address={opened.code_goes_to} opened={opened} read={read} />
      </Suspense>
    )
  return (
    <ShownProject value={opened.project}>
      <BatchScreen token={token} opened={opened} items={items} read={read} mark={mark} />
    </ShownProject>
  )
}
