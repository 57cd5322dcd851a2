/** The two approval lists: posts waiting for a decision, and approved ones (docs/product/approvals.md "Approval list"). */
export const approvalLists = ['pending', 'approved'] as const
export type ApprovalListName = (typeof approvalLists)[number]

/** What the lists can be in the order of: the time of publishing, or the time by which to decide (docs/product/approvals.md "Deadline"). */
export const listOrders = ['schedule', 'deadline'] as const
export type ListOrder = (typeof listOrders)[number]

const pattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z_[1-9]\d{0,14}$/

/** Whether a text is a place: an instant in UTC with milliseconds, `_`, and an id. */
export const isPlace = (text: string): boolean =>
  pattern.test(text) && !Number.isNaN(Date.parse(readPlace(text).datetime))

/** Where a post stands in a list: at the time that the list is in the order of. */
export type ListPlace = { readonly datetime: string; readonly postId: number }

type Listed = {
  readonly id: number
  readonly latest_schedule: { readonly datetime: string } | null
  readonly decide_by: string | null
}

/** The time that a post has in a list of this order; a post without a deadline has that of publishing. Null: it is in no list. */
export const listTimeOf = (
  { latest_schedule, decide_by }: Omit<Listed, 'id'>,
  order: ListOrder | undefined,
): string | null => latest_schedule && ((order === 'deadline' ? decide_by : null) ?? latest_schedule.datetime)

/** The place of a post as calls name it; null for a post without a schedule, which is in no list. */
export const placeOf = (post: Listed, order: ListOrder | undefined): string | null => {
  const time = listTimeOf(post, order)
  return time === null ? null : `${time}_${post.id}`
}

/** Reads what `placeOf` wrote. */
export const readPlace = (text: string): ListPlace => {
  const [datetime = '', id = ''] = text.split('_')
  return { datetime, postId: Number(id) }
}
