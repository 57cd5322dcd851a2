import { usePageWords } from '#web/features/accounts/page-words.ts'
import { ProviderReturnScreen } from '#web/features/accounts/provider-return-screen.tsx'

type Props = { readonly onReady: () => void; readonly onSignedIn: () => void }

/** `/` with what Google or Apple has sent back. */
export function ProviderReturnPage(props: Props) {
  return usePageWords() && <ProviderReturnScreen {...props} />
}
