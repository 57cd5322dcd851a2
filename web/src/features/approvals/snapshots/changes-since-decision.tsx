import type { TalkSubject } from '../conversation-api.ts'
import { ChangesView } from './changes-view.tsx'
import { useGetChangesSinceDecision } from './snapshots-api.ts'

type Props = { readonly subject: TalkSubject; readonly timezone: string }

/** What somebody who decides again has not seen yet, above the post (docs/product/approvals.md "What changed since a decision"). */
export function ChangesSinceDecision({ subject, timezone }: Props) {
  const { data } = useGetChangesSinceDecision(subject)
  // The post is there in any case: without this they read it as a whole.
  return data ? <ChangesView since={data} timezone={timezone} /> : null
}
