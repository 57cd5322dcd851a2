import { ComboboxChevron, TextInput } from '@mantine/core'
import { lazy, type RefObject, Suspense, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { usePreload } from '#web/ui/use-preload.ts'
import { useListTimezones } from './api.ts'
import { offsetLabel, type Selection, zonesOf } from './zone-search.ts'

const TimezoneList = lazy(async () => ({ default: (await import('./timezone-list.tsx')).TimezoneList }))

type Props = {
  readonly value: string
  readonly onChange: (zone: string) => void
  readonly error?: string | undefined
}

/**
 * The time zone of a project. The list and its search are heavy and no page needs them at first: the field is there by itself,
 * and its list takes its place, its focus and what was typed when the person first stirs.
 */
export function TimezoneSelect(props: Props) {
  const [isLoaded, setLoaded] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const selection = useRef<Selection>([0, 0])
  const [loads] = useState(() => [
    () => import('./timezone-list.tsx').then(() => startTransition(() => setLoaded(true))),
  ])
  usePreload(loads)
  const again = () => {
    // Without a connection nothing happens, and the next focus tries again.
    for (const load of loads) void load().catch(() => undefined)
  }
  const field = (
    <ClosedList
      {...props}
      typed={typed}
      selection={selection}
      onType={setTyped}
      onFocus={() => {
        setFocus(true)
        again()
      }}
      onBlur={() => {
        setFocus(false)
        setTyped(null)
      }}
    />
  )
  if (!isLoaded) return field
  return (
    <Suspense fallback={field}>
      <TimezoneList {...props} autoFocus={hasFocus} typed={typed} selection={selection} />
    </Suspense>
  )
}

type ClosedProps = Pick<Props, 'value' | 'error'> & {
  /** A search that the list will begin with; null: nothing was typed. */
  readonly typed: string | null
  /** Left behind for the list. */
  readonly selection: RefObject<Selection>
  readonly onType: (text: string) => void
  readonly onFocus: () => void
  readonly onBlur: () => void
}

/** The field as it looks with its list closed. */
function ClosedList({ value, error, typed, selection, onType, onFocus, onBlur }: ClosedProps) {
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    const input = field.current
    return () => {
      selection.current = [input?.selectionStart ?? 0, input?.selectionEnd ?? 0]
    }
  }, [selection])
  const { data, error: failure } = useListTimezones()
  const [chosen] = value === '' ? [] : zonesOf([value], [], new Date())
  const problem = error ?? (failure && !data ? messageOf(failure) : undefined)
  return (
    <TextInput
      ref={field}
      id="timezone"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      label="Timezone"
      description={chosen && `Now ${offsetLabel(chosen.offset)}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      placeholder={data ? 'Search for a city, a country or GMT+1' : ''}
      rightSection={<ComboboxChevron error={problem} />}
      rightSectionPointerEvents="none"
      disabled={!data && value === ''}
      value={typed ?? chosen?.label ?? ''}
      onChange={event => onType(event.currentTarget.value)}
      error={problem}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  )
}
