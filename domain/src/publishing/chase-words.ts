import { countText } from '#domain/kernel/count-text.ts'

/** What somebody has to do with a planned post (docs/product/board.md "Chase"). */
export type ChaseTask = 'decide' | 'correct' | 'send'

/** `1 post to approve, 2 posts to correct, 3 drafts to send`. */
export const tasksText = ({ decide, correct, send }: Readonly<Record<ChaseTask, number>>): string =>
  [
    ...(decide > 0 ? [`${countText(decide, 'post')} to approve`] : []),
    ...(correct > 0 ? [`${countText(correct, 'post')} to correct`] : []),
    ...(send > 0 ? [`${countText(send, 'draft')} to send`] : []),
  ].join(', ')
