import {
  type ComponentType,
  cloneElement,
  type FocusEvent,
  lazy,
  type PointerEvent,
  type ReactElement,
  Suspense,
  type SyntheticEvent,
  startTransition,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { HintBubbleProps } from './hint-bubble.tsx'

// Positioning a bubble is heavy, and no page needs it at first. If it cannot be loaded there is no hint, and everything else
// works.
const HintBubble = lazy(
  (): Promise<{ default: ComponentType<HintBubbleProps> }> =>
    import('./hint-bubble.tsx').then(
      module => ({ default: module.HintBubble }),
      () => ({ default: () => null }),
    ),
)

/** Long enough that a pointer passing by opens nothing. */
const POINTER_DELAY_MS = 400

type Handler<Event> = ((event: Event) => void) | undefined
const both =
  <Event,>(first: Handler<Event>, second: (event: Event) => void) =>
  (event: Event) => {
    first?.(event)
    second(event)
  }

/** Props that the hinted element has to take. */
type Hinted = {
  readonly 'aria-describedby'?: string | undefined
  readonly onPointerEnter?: Handler<PointerEvent<HTMLElement>>
  readonly onPointerLeave?: Handler<PointerEvent<HTMLElement>>
  readonly onFocus?: Handler<FocusEvent<HTMLElement>>
  readonly onBlur?: Handler<FocusEvent<HTMLElement>>
}

type Props = Omit<HintBubbleProps, 'id' | 'target' | 'isShown'> & {
  readonly disabled?: boolean
  readonly children: ReactElement
}

/** A tooltip for mouse and keyboard; touch opens none. */
export function Hint({ disabled = false, children, ...bubble }: Props) {
  const id = useId()
  const { target, isWanted, show, hide } = useHint()
  const isShown = isWanted && !disabled
  const child = children as ReactElement<Hinted>
  const { onPointerEnter, onPointerLeave, onFocus, onBlur } = child.props
  return (
    <>
      {cloneElement(child, {
        'aria-describedby': isShown ? id : child.props['aria-describedby'],
        onPointerEnter: both(onPointerEnter, event => {
          if (event.pointerType !== 'touch') show(event, POINTER_DELAY_MS)
        }),
        onPointerLeave: both(onPointerLeave, hide),
        onFocus: both(onFocus, event => {
          if (event.target.matches(':focus-visible')) show(event, 0)
        }),
        onBlur: both(onBlur, hide),
      })}
      <Suspense fallback={null}>
        {target && <HintBubble {...bubble} id={id} target={target} isShown={isShown} />}
      </Suspense>
    </>
  )
}

const useHint = () => {
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isWanted, setWanted] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hide = () => {
    clearTimeout(timer.current)
    setWanted(false)
  }
  const show = ({ currentTarget }: SyntheticEvent<HTMLElement>, delay: number) => {
    clearTimeout(timer.current)
    startTransition(() => setTarget(currentTarget))
    timer.current = setTimeout(() => setWanted(true), delay)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isWanted) return
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && setWanted(false)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isWanted])
  return { target, isWanted, show, hide }
}
