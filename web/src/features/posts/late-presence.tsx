import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { WhoIsHere, WritingHere } from './who-is-here.tsx'

type Props =
  | (ComponentProps<typeof WhoIsHere> & { readonly field?: never })
  | ComponentProps<typeof WritingHere>

const Late = lazy<ComponentType<Props>>(() =>
  import('./who-is-here.tsx').then(
    ({ WhoIsHere, WritingHere }) => ({
      default: (props: Props) => (props.field ? <WritingHere {...props} /> : <WhoIsHere {...props} />),
    }),
    // Without a connection it cannot be loaded, and nobody could be seen: the page goes on.
    () => ({ default: () => null }),
  ),
)

/** Who else is here, loaded after the page: `WhoIsHere`, or `WritingHere` for a field. */
export function LatePresence(props: Props) {
  return (
    <Suspense fallback={null}>
      <Late {...props} />
    </Suspense>
  )
}
