import { describe, expect, it } from 'vitest'
import { activityKinds, activityTypes, kindOf, shownTypes } from './activity.ts'
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
