import {
  IconBrandFacebookFilled,
  IconBrandInstagram,
  IconBrandLinkedinFilled,
  IconBrandTwitterFilled,
} from '@tabler/icons-react'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import classes from './network-badge.module.css'

const icons = {
  facebook: IconBrandFacebookFilled,
  instagram: IconBrandInstagram,
  linkedin: IconBrandLinkedinFilled,
  twitter: IconBrandTwitterFilled,
} as const

type Props = { readonly network: SocialNetwork; readonly size?: number; readonly withName?: boolean }

/** A network's logo in its own colour: the only place where that colour appears. Named for screen readers. */
export function NetworkBadge({ network, size = 20, withName = false }: Props) {
  const Icon = icons[network]
  const name = networkNames[network]
  const badge = (
    <span
      className={classes.badge}
      style={{ width: size, height: size, background: `var(--g-network-${network})` }}
      {...(withName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
    >
      <Icon size={Math.round(size * 0.62)} aria-hidden />
    </span>
  )
  if (!withName) return badge
  return (
    <span className={classes.root}>
      {badge}
      <span>{name}</span>
    </span>
  )
}
