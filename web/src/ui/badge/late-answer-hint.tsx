import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'

// Few pages have a post that failed. If it cannot be loaded there is no hint, and everything else works.
const AnswerHint = lazy(
  (): Promise<{ default: ComponentType }> =>
    import('./answer-hint.tsx').then(
      module => ({ default: module.AnswerHint }),
      () => ({ default: () => null }),
    ),
)

let isRequested = false
let onFirst = (): void => undefined

/** A badge with an answer is on the page. */
export const requestAnswerHint = (): void => {
  isRequested = true
  onFirst()
}

/** The hint of all badges of the page, from the first that has one. */
export function LateAnswerHint() {
  const [isShown, setShown] = useState(isRequested)
  useEffect(() => {
    onFirst = () => setShown(true)
    if (isRequested) onFirst()
  }, [])
  return <Suspense fallback={null}>{isShown && <AnswerHint />}</Suspense>
}
