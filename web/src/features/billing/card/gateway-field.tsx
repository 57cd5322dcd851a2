import { Input } from '@mantine/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import classes from './card-form.module.css'
import type { FieldChange, FieldName, Gateway, GatewayField } from './gateway-script.ts'

type Props = {
  readonly gateway: ReturnType<Gateway['elements']>
  readonly name: FieldName
  readonly label: string
  readonly placeholder?: string
  readonly error: string | undefined
  readonly onField: (field: GatewayField) => void
  readonly onChange: (change: FieldChange) => void
}

/** The gateway draws the text itself, in a frame that knows nothing of our style sheets. */
const styleOf = (node: Element) => {
  const { color, fontSize } = getComputedStyle(node)
  return { base: { color, fontSize } }
}

/** One of the gateway's own fields, looking like ours. */
export function GatewayInput({ gateway, name, label, placeholder, error, onField, onChange }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<GatewayField>(null)
  const [hasFocus, setFocus] = useState(false)
  const id = useId()
  const changed = useEffectEvent(onChange)
  const made = useEffectEvent(onField)
  useEffect(() => {
    const node = box.current
    if (!node) return
    const own = gateway.create(name, { style: styleOf(node), ...(placeholder ? { placeholder } : {}) })
    own.on('change', change => changed(change))
    own.on('focus', () => setFocus(true))
    own.on('blur', () => setFocus(false))
    own.mount(node)
    field.current = own
    made(own)
    // The colors of the other theme.
    const watch = new MutationObserver(() => own.update({ style: styleOf(node) }))
    watch.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] })
    return () => {
      watch.disconnect()
      own.destroy()
    }
  }, [gateway, name, placeholder])
  return (
    <Input.Wrapper label={label} labelElement="div" error={error} id={id}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field inside takes keys; a click beside it must not be lost */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        ref={box}
        className={classes.hosted}
        data-focus={hasFocus || undefined}
        data-error={error !== undefined || undefined}
        onClick={() => field.current?.focus()}
      />
    </Input.Wrapper>
  )
}
