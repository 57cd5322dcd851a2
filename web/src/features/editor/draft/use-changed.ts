import type { SocialNetwork } from '#domain/networks/model.ts'
import { sameList, useDraftState, useDrafts } from './draft-context.tsx'
import { changedWith } from './shared-drafts.ts'

/** The versions that a change of this one changes too, this one first. */
export const useChanged = (
  id: number,
): { readonly ids: readonly number[]; readonly networks: readonly SocialNetwork[] } => {
  const store = useDrafts()
  const ids = useDraftState(
    ({ entries }) => [id, ...changedWith(entries, id).filter(other => other !== id)],
    sameList,
  )
  const { entries } = store.getState()
  return { ids, networks: ids.flatMap(each => entries.get(each)?.saved.social_network ?? []) }
}
