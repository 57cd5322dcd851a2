import {
  type ChangeEvent,
  type FocusEvent,
  type PointerEvent,
  type SubmitEvent,
  useRef,
  useState,
} from 'react'
import { ApiError, expectApiError } from '#web/platform/api-error.ts'
import { useFocusKept } from '../dialog/use-focus-back.ts'

export type Fields<Name extends string> = Readonly<Record<Name, string>>
/** What is wrong with which field, in words for the person. */
export type Problems<Name extends string> = Readonly<{ [K in Name]?: string | undefined }>

type Options<Name extends string> = {
  /** In the order of the screen: the first invalid one gets the focus. */
  readonly initial: Fields<Name>
  readonly check: (fields: Fields<Name>) => Problems<Name>
  readonly send: (fields: Fields<Name>) => Promise<void>
}

/** What navigates or submits when pressed. */
const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button[type=submit]') !== null

const toField = (target: EventTarget | null) => target instanceof HTMLInputElement

/**
 * A form of text fields. A field is checked when it is left and when the form is sent, then at every key; the first invalid one
 * gets the focus. The server's texts stay at their fields until these change, and nothing that was typed is lost. Sends once at
 * a time.
 */
export function useForm<Name extends string>({ initial, check, send }: Options<Name>) {
  const [fields, setFields] = useState(initial)
  const [checked, setChecked] = useState<readonly Name[]>([])
  const [refused, setRefused] = useState<Problems<string>>({})
  const [refusal, setRefusal] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  const keepFocus = useFocusKept(isSending)
  // A text appearing while a button is being pressed would move it away from under the pointer, and nothing would be sent.
  const isPressing = useRef(false)
  const names = Object.keys(initial) as Name[]
  const found = check(fields)

  /** Sets fields from outside their inputs; errors of the others stay. */
  const fill = (values: Partial<Fields<Name>>) => {
    setFields(former => ({ ...former, ...values }))
    setChecked(former => former.filter(name => !(name in values)))
    setRefused(former => Object.fromEntries(Object.entries(former).filter(([name]) => !(name in values))))
    setRefusal(null)
  }
  const change = (name: Name, value: string) => {
    setFields({ ...fields, [name]: value })
    setRefused({ ...refused, [name]: undefined })
  }
  const leave = (name: Name, { relatedTarget }: FocusEvent) => {
    const isTouched = fields[name] !== initial[name] || toField(relatedTarget)
    if (isTouched && !isPressing.current) setChecked([...checked, name])
  }
  const focusFirst = (form: HTMLFormElement, problems: Problems<string>) => {
    const first = names.find(name => problems[name])
    const input = first && form.elements.namedItem(first)
    if (input instanceof HTMLElement) input.focus()
    return first !== undefined
  }
  const refuse = (form: HTMLFormElement, error: unknown) => {
    const errors = error instanceof ApiError ? error.errors : {}
    const problems = Object.fromEntries(names.map(name => [name, errors[name]?.[0]]))
    setRefused(problems)
    if (!focusFirst(form, problems)) setRefusal(error)
  }
  const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    if (isSending) return
    setChecked(names)
    if (focusFirst(form, found)) return
    setRefusal(null)
    keepFocus()
    setSending(true)
    try {
      await send(fields)
    } catch (error) {
      refuse(form, error)
      expectApiError(error)
    } finally {
      setSending(false)
    }
  }
  /** Props for the form element. */
  const form = {
    onSubmit,
    noValidate: true,
    onPointerDown: ({ target }: PointerEvent) => {
      isPressing.current = isControl(target)
    },
    onKeyDown: () => {
      isPressing.current = false
    },
  }
  /** Props for an input. */
  const field = (name: Name) => ({
    name,
    value: fields[name],
    error: refused[name] ?? (checked.includes(name) ? found[name] : undefined),
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(name, event.currentTarget.value),
    onBlur: (event: FocusEvent) => leave(name, event),
  })
  return { fields, form, field, change, fill, onSubmit, isSending, refusal }
}
