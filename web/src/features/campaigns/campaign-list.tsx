import { IconPencil, IconRepeat, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { campaignDaysText, isOver } from '#domain/campaigns/campaigns.ts'
import type { Campaign } from '#domain/campaigns/model.ts'
import { countText } from '#domain/kernel/count-text.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CampaignDot } from './campaign-mark.tsx'
import classes from './campaigns-screen.module.css'

type Props = {
  readonly campaigns: readonly Campaign[]
  readonly today: LocalDate
  readonly onEdit: (campaign: Campaign) => void
  readonly onRepeat: (campaign: Campaign) => void
  readonly onDelete: (campaign: Campaign) => void
}

/** Campaigns with their days, their goals and their numbers of posts. */
export function CampaignList({ campaigns, today, onEdit, onRepeat, onDelete }: Props) {
  return (
    <BoxedList aria-label="Campaigns">
      {campaigns.map(campaign => (
        <li key={campaign.id} className={classes.row}>
          <CampaignDot color={campaign.color} />
          <div className={classes.words}>
            <span className={classes.name}>{campaign.name}</span>
            <span className={classes.facts}>
              {campaignDaysText(campaign)}
              {isOver(campaign, today) && ' · Over'}
            </span>
            {campaign.goal && <span className={classes.goal}>{campaign.goal}</span>}
          </div>
          <Posts campaign={campaign} />
          <div className={classes.actions}>
            <IconButton
              label={`Repeat ${campaign.name}`}
              size={40}
              disabled={campaign.posts_count === 0}
              onClick={() => onRepeat(campaign)}
            >
              <IconRepeat size={18} aria-hidden />
            </IconButton>
            <IconButton label={`Edit ${campaign.name}`} size={40} onClick={() => onEdit(campaign)}>
              <IconPencil size={18} aria-hidden />
            </IconButton>
            <IconButton label={`Delete ${campaign.name}`} size={40} onClick={() => onDelete(campaign)}>
              <IconTrash size={18} aria-hidden />
            </IconButton>
          </div>
        </li>
      ))}
    </BoxedList>
  )
}

/** How many posts belong to it; a link to them. */
function Posts({ campaign: { id, project_id, posts_count } }: { readonly campaign: Campaign }) {
  const text = countText(posts_count ?? 0, 'post')
  return (
    <span className={classes.posts}>
      {posts_count === 0 ? (
        text
      ) : (
        <Link
          to="/$projectId/content"
          params={{ projectId: project_id }}
          search={{ span: 'all', campaign: String(id) }}
          title="Show in the content list"
        >
          {text}
        </Link>
      )}
    </span>
  )
}
