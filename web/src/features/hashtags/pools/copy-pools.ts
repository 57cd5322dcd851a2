import type { HashtagPool } from '#domain/hashtags/model.ts'
import { copiedHashtags } from '#domain/hashtags/pools.ts'
import { toast } from '#web/ui/toast.tsx'
import { countWords } from './count-words.ts'

/** Puts the hashtags of these pools on the clipboard, joined by spaces, and says so. False: the browser did not allow it. */
export const copyPools = async (pools: readonly HashtagPool[]): Promise<boolean> => {
  const hashtags = copiedHashtags(pools)
  // Browsers offer a clipboard only over a secure connection.
  const clipboard = (navigator as { clipboard?: Clipboard }).clipboard
  const isCopied = await clipboard?.writeText(hashtags.join(' ')).then(
    () => true,
    () => false,
  )
  if (isCopied) toast.success(`${countWords(hashtags.length)} copied`)
  else toast.error('Your browser did not allow copying. Open the pool and copy its hashtags by hand.')
  return isCopied === true
}
