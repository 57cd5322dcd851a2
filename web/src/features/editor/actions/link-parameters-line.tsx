import { Button, Group, Text } from '@mantine/core'
import { fillLinkTemplate } from '#domain/campaigns/link-parameters.ts'
import { countText } from '#domain/kernel/count-text.ts'
import type { Post } from '#domain/posts/model.ts'
import { type LinkTemplate, linkTemplateOf } from '#domain/projects/link-parameters.ts'
import type { Project } from '#domain/projects/model.ts'
import { useListCampaigns } from '#web/features/campaigns/api.ts'
import { toast } from '#web/ui/toast.tsx'
import type { Draft } from '../draft/draft.ts'
import { useDraftState, useDrafts } from '../draft/draft-context.tsx'
import { countPlain, draftsWithParameters, endsSharing, type Linked } from '../draft/draft-links.ts'
import type { DraftState } from '../draft/draft-store.ts'

type Props = {
  readonly post: Pick<Post, 'campaign_id'>
  readonly project: Pick<Project, 'id' | 'name' | 'settings'>
  /** The versions that the person can change. */
  readonly writable: readonly number[]
}

/** Offers to put the project's parameters into links that have none (docs/product/link-parameters.md "In the editor"). */
export function LinkParametersLine({ post, project, writable }: Props) {
  const template = linkTemplateOf(project.settings)
  const { data: campaigns } = useListCampaigns(project.id, template !== null && post.campaign_id !== null)
  const campaign = campaigns?.find(({ id }) => id === post.campaign_id)?.name ?? null
  if (template === null || writable.length === 0) return null
  // Its name may be one of the parameters.
  if (post.campaign_id !== null && !campaigns) return null
  return (
    <OfferedParameters template={template} project={project.name} campaign={campaign} writable={writable} />
  )
}

type OfferProps = Pick<Props, 'writable'> & {
  readonly template: LinkTemplate
  readonly project: string
  readonly campaign: string | null
}

function OfferedParameters({ template, project, campaign, writable }: OfferProps) {
  const store = useDrafts()
  const linkedIn = ({ entries }: DraftState): Linked[] =>
    writable.flatMap(id => {
      const entry = entries.get(id)
      const network = entry?.saved.social_network
      const parameters = network ? fillLinkTemplate(template, { project, network, campaign }) : null
      return entry && parameters ? { entry, parameters } : []
    })
  const count = useDraftState(state => countPlain(linkedIn(state)))
  const isSplit = useDraftState(state => endsSharing(linkedIn(state)))
  if (count === 0) return null
  const draftOf = (id: number) => store.getState().entries.get(id)?.draft
  const put = (drafts: ReadonlyMap<number, Draft>) => {
    for (const [id, draft] of drafts) store.restore(id, draft)
  }
  const add = () => {
    // What was typed last is looked at too.
    store.settle()
    const longer = draftsWithParameters(linkedIn(store.getState()))
    const before = new Map(
      [...longer.keys()].flatMap(id => {
        const draft = draftOf(id)
        return draft ? [[id, draft] as const] : []
      }),
    )
    put(longer)
    toast.undoable(`Parameters added to ${countText(count, 'link')}`, () => {
      const isAsMade = [...longer].every(([id, made]) => {
        const now = draftOf(id)
        return now?.message === made.message && now.firstComment === made.firstComment
      })
      if (isAsMade) put(before)
      else toast.error('The text has been changed since. Take the parameters out there.')
    })
  }
  return (
    <Group gap="xs" role="group" aria-label="Link parameters">
      <Text size="sm">
        {countText(count, 'link')} without parameters.
        {isSplit && ' With them each network has a text of its own.'}
      </Text>
      <Button size="compact-sm" variant="default" onClick={add}>
        Add parameters
      </Button>
    </Group>
  )
}
