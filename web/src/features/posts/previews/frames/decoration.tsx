import type { Icon } from '@tabler/icons-react'
import classes from './frame.module.css'

type Props = { readonly items: readonly { readonly Icon: Icon; readonly label?: string }[] }

/** The network's own buttons below a post: decoration, hidden from screen readers. */
export function Decoration({ items }: Props) {
  return (
    <div className={classes.buttons} aria-hidden>
      {items.map(({ Icon, label }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of decoration
        <span key={index} className={classes.button}>
          <Icon size={20} stroke={1.6} />
          {label}
        </span>
      ))}
    </div>
  )
}
