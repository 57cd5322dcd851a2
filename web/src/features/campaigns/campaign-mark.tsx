import type { Campaign } from '#domain/campaigns/model.ts'
import classes from './campaign-mark.module.css'

/** A campaign's colour as a dot; the name stands beside it, or is said in another way. */
export function CampaignDot({ color }: Pick<Campaign, 'color'>) {
  return <i aria-hidden className={classes.dot} style={{ background: color }} />
}

/** A campaign: its colour and its name. */
export function CampaignMark({ campaign: { name, color } }: { readonly campaign: Campaign }) {
  return (
    <span className={classes.mark} title={`Campaign: ${name}`}>
      <CampaignDot color={color} />
      <span className={classes.name}>{name}</span>
    </span>
  )
}
