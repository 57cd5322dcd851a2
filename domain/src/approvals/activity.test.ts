import { describe, expect, it } from 'vitest'
import { activityKinds, activityTypes, kindOf, shownTypes, withoutUnseenRestores } from './activity.ts'
import { approvalActionTypes } from './status.ts'

describe('The activity', () => {
  it('has each type in exactly one kind', () => {
    const byKind = activityKinds.flatMap(kind => shownTypes(kind, { seesInternal: true }))
    expect(byKind.toSorted()).toEqual(activityTypes.toSorted())
    expect(new Set(byKind).size).toBe(byKind.length)
    for (const type of approvalActionTypes) expect(kindOf(type)).toBe('approval')
  })

  it('shows a client no edit, no change of the schedule and no attempt to publish', () => {
    const client = { seesInternal: false }
    expect(shownTypes('content', client)).toEqual([])
    expect(shownTypes('schedule', client)).toEqual([])
    expect(shownTypes('approval', client)).toEqual([...approvalActionTypes])
    expect(shownTypes('publishing', client)).toEqual(['post_social.published', 'post_social.confirmed_live'])
  })
})

describe('That the content is again what was approved', () => {
  const kept = (...types: ('approved' | 'content_changed' | 'approval_restored')[]) =>
    withoutUnseenRestores(types.map((type, id) => ({ id: id + 1, type, post_social_id: 7 })).toReversed())
      .map(({ id }) => id)
      .toReversed()

  it('is said once to those who were told of the change', () => {
    expect(kept('approved', 'content_changed', 'approval_restored')).toEqual([1, 2, 3])
    expect(kept('content_changed', 'approval_restored', 'approved', 'approval_restored')).toEqual([1, 2, 3])
  })

  it('is not said to somebody who never heard of one, nor for the change of another version', () => {
    expect(kept('approved', 'approval_restored')).toEqual([1])
    const of = (id: number, post_social_id: number, type: 'content_changed' | 'approval_restored') => ({
      id,
      type,
      post_social_id,
    })
    expect(withoutUnseenRestores([of(2, 8, 'approval_restored'), of(1, 7, 'content_changed')])).toHaveLength(
      1,
    )
  })
})
