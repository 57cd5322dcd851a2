/** The two approval lists: posts waiting for a decision, and approved ones (docs/product/approvals.md "Approval list"). */
export const approvalLists = ['pending', 'approved'] as const
export type ApprovalListName = (typeof approvalLists)[number]

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[1-9]\d{0,14}$/

/** Whether a text is a place: an instant in UTC with milliseconds, `_`, and an id. */
export const isPlace = (text: string): boolean =>
  pattern.test(text) && !Number.isNaN(Date.parse(readPlace(text).datetime))

/** Where a post stands in a list, which is in the order of the schedules. */
export type ListPlace = { readonly datetime: string; readonly postId: number }

type Listed = { readonly id: number; readonly latest_schedule: { readonly datetime: string } | null }

/** The place of a post as calls name it; null for a post without a schedule, which is in no list. */
export const placeOf = ({ id, latest_schedule }: Listed): string | null =>
  latest_schedule === null ? null : `${latest_schedule.datetime}_${id}`

/** Reads what `placeOf` wrote. */
export const readPlace = (text: string): ListPlace => {
  const [datetime = '', id = ''] = text.split('_')
  return { datetime, postId: Number(id) }
}
