import { lazy, Suspense } from 'react'

const SecondLook = lazy(async () => ({ default: (await import('./second-look.tsx')).SecondLook }))

/** What to look at again in a post, as soon as its part of the page is there: few posts have anything. */
export const LateSecondLook = ({ postId }: { readonly postId: number }) => (
  <Suspense fallback={null}>
    <SecondLook posts={[{ id: postId, name: '' }]} />
  </Suspense>
)
