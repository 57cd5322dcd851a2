/** The 10 seconds for which a toast offers Undo, a slow network, and a person who pressed it at the last moment. */
const undoAcceptedMs = 30_000

/** Whether an approval is young enough to be undone; later it is unapproved. (docs/product/approvals.md "Undo") */
export const isWithinUndoTime = (approvedAt: Date, now: Date): boolean =>
  now.getTime() - approvedAt.getTime() <= undoAcceptedMs
